import type { Look } from "../../lib/look";
import AcceptAsk from "./AcceptAsk.svelte";
import Board from "./Board.svelte";
import CoverAsk from "./CoverAsk.svelte";
import End from "./End.svelte";
import InvokeAsk from "./InvokeAsk.svelte";
import KeepAsk from "./KeepAsk.svelte";
import LastWagerAsk from "./LastWagerAsk.svelte";
import LetterAsk from "./LetterAsk.svelte";
import MemoryAsk from "./MemoryAsk.svelte";
import NarrationAsk from "./NarrationAsk.svelte";
import SuitsAsk from "./SuitsAsk.svelte";
import "./look.css";

const look: Look = {
  Board,
  End,
  asks: {
    suits: SuitsAsk,
    letter: LetterAsk,
    accept: AcceptAsk,
    cover_afford: CoverAsk,
    cover_zero: CoverAsk,
    cover_edge: CoverAsk,
    keep: KeepAsk,
    invoke: InvokeAsk,
    narration: NarrationAsk,
    narration_vote: NarrationAsk,
    memory: MemoryAsk,
    last_wager: LastWagerAsk,
  },
  noted: ["memory"],
  holds: { letter: "letter" },
  labels: { want: "What is wanted", counter: "What stands against it", outcome: "What happens" },
  quiet: ["desk", "suggest", "leave"],
};

export default look;
