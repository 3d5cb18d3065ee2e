// What a page would do to somebody's ears and desk, written down. `away`: another window is in front.
window.away = false;
window.noticed = [];
window.played = [];
window.spoken = [];

Object.defineProperty(Document.prototype, "hidden", { get: () => window.away });
Document.prototype.hasFocus = () => !window.away;

window.Notification = new Proxy(window.Notification, {
  construct(Native, [title, options]) {
    window.noticed.push({ title, body: options.body, asked: document.querySelector("#now .yours") !== null });
    return new Native(title, options);
  },
});

const start = AudioScheduledSourceNode.prototype.start;
AudioScheduledSourceNode.prototype.start = function (...when) {
  window.played.push(this.frequency.value);
  return start.apply(this, when);
};

SpeechSynthesis.prototype.speak = (utterance) => window.spoken.push(utterance.text);
SpeechSynthesis.prototype.cancel = () => window.spoken.push("");
