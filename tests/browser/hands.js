// What a person would do next with the Now bar, as a short list of motions. The motions themselves are made by the
// test, with a pointer or with the keyboard alone. Nothing here knows a game.
(seed) => {
  const random = () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 2 ** 32;
  };
  const some = (list) => list[Math.floor(random() * list.length)];
  const visible = (element) => element.getClientRects().length > 0;
  const all = (scope, selector) => [...scope.querySelectorAll(selector)].filter(visible);
  const marked = (element) => {
    element.dataset.hand ??= String(document.querySelectorAll("[data-hand]").length + 1) + "." + Date.now();
    return element.dataset.hand;
  };
  const press = (element) => ({ how: "press", on: marked(element) });

  const now = document.querySelector("#now");
  if (!now?.querySelector(".yours")) return null;
  const scope = all(now, "[data-prompt]").find((one) => !one.querySelector("[data-answered]"));
  if (!scope) return null;
  const what = { name: scope.dataset.prompt, kind: scope.dataset.kind, motions: [] };

  // Where an act was refused, a person tries another one, or chooses anew if there is no other.
  const isRefused = all(scope, ".problem").length > 0;
  const buttons = all(scope, "button:not(.plain, [type=submit], [aria-expanded=true]):not(:disabled)");
  const form = isRefused && what.kind === "menu" && buttons.length ? undefined : all(scope, "form")[0];
  if (!form) {
    const first = buttons.find((button) => button.classList.contains("first"));
    const chosen = first && random() < 0.7 ? first : some(buttons);
    if (!chosen) return null;
    what.motions.push(press(chosen));
    return what;
  }

  const names = new Set(all(form, "input[type=radio]").map((radio) => radio.name));
  for (const name of names) {
    const group = all(form, "input[type=radio]").filter((radio) => radio.name === name);
    if (isRefused || !group.some((radio) => radio.checked)) what.motions.push({ how: "choose", on: marked(some(group)) });
  }
  for (const status of all(form, "p")) {
    const wanted = /^Choose (\d+)/.exec(status.textContent.trim());
    if (!wanted) continue;
    const boxes = all(status.parentElement, "input[type=checkbox]");
    const checked = boxes.filter((box) => box.checked).length;
    for (const box of boxes.filter((box) => !box.checked).slice(0, Math.max(0, Number(wanted[1]) - checked))) {
      what.motions.push({ how: "choose", on: marked(box) });
    }
  }
  for (const field of all(form, "input[type=text], textarea")) {
    if (field.value) continue;
    const word = some(["Lantern", "Marble", "Velvet", "Orchid", "Cinder", "Harbour"]) + Math.floor(random() * 9000);
    const text = field.maxLength > 90 ? `${word} is under the stairs, and nobody has asked.` : word;
    what.motions.push({ how: "write", on: marked(field), text });
  }
  for (const status of all(form, "p")) {
    const left = /^(\d+) of \d+ left\.$/.exec(status.textContent.trim());
    if (!left) continue;
    const more = all(status.parentElement, "button").filter((button) => button.ariaLabel?.startsWith("One more"));
    for (let step = 0; step < Number(left[1]); step += 1) what.motions.push({ how: "more", on: marked(some(more)) });
  }
  what.motions.push({ how: "submit", on: marked(all(form, "button[type=submit]")[0]) });
  return what;
};
