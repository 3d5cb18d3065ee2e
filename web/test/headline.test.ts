import { describe, expect, it } from "vitest";
import { headline } from "../src/lib/headline";

const REST = "The others follow one after another, and then it is your turn again.";

describe("the headline of a question", () => {
  it("is its first sentence, and the rest stands beneath", () => {
    expect(headline(`Who goes first? ${REST}`)).toEqual(["Who goes first?", REST]);
    expect(headline(`It is night. “Who is there?” ${REST}`)).toEqual(["It is night.", `“Who is there?” ${REST}`]);
  });

  it("is all of it where it is short, or one sentence", () => {
    expect(headline("Ben goes to the Courtyard. Do you come along?")[1]).toBe("");
    expect(headline(REST)).toEqual([REST, ""]);
    expect(headline("")).toEqual(["", ""]);
  });

  it("does not stop within what somebody says", () => {
    const quoted = "Is “I did it, and nobody saw me do it. Forgive me for it.” true?";
    expect(headline(quoted)).toEqual([quoted, ""]);
    expect(headline(`They say: “I did it. Forgive me.” ${REST}`)).toEqual(["They say: “I did it. Forgive me.”", REST]);
  });

  it("does not stop after a title or before a small letter", () => {
    expect(headline(`What does Dr. Vane want? ${REST}`)).toEqual(["What does Dr. Vane want?", REST]);
    const trailing = "You wait for a long time on the stair… and nobody comes to you.";
    expect(headline(trailing)).toEqual([trailing, ""]);
  });
});
