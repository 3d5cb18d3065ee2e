import type { Look } from "../../lib/look";
import Board from "./Board.svelte";
import DiceBuilder from "./DiceBuilder.svelte";
import End from "./End.svelte";
import Ritual from "./Ritual.svelte";
import Rolled from "./Rolled.svelte";
import "./look.css";

const look: Look = {
  Board,
  End,
  asks: {
    before_the_roll: DiceBuilder,
    reveal_after_roll: Rolled,
    telling: Rolled,
    say_who_i_am: Ritual,
    say_full_name: Ritual,
    say_final: Ritual,
  },
  covered: ["allegiance"],
  labels: { frame: "The scene", question: "The question", answer: "The answer", price: "The price" },
  quiet: ["leave", "notes"],
};

export default look;
