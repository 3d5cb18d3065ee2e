import type { Look } from "../../lib/look";
import Board from "./Board.svelte";
import CrimePointsAsk from "./CrimePointsAsk.svelte";
import DieAsk from "./DieAsk.svelte";
import End from "./End.svelte";
import InitiationAsk from "./InitiationAsk.svelte";
import PresentAsk from "./PresentAsk.svelte";
import SpendingAsk from "./SpendingAsk.svelte";
import "./look.css";

const look: Look = {
  Board,
  End,
  asks: {
    adjustment: SpendingAsk,
    last_chance: SpendingAsk,
    test_cinema: SpendingAsk,
    initiation: InitiationAsk,
    choose_again: InitiationAsk,
    crime_points: CrimePointsAsk,
    reroll_die: DieAsk,
    present_evidence: PresentAsk,
  },
  noted: ["adjustment", "test_cinema", "last_chance"],
  quiet: ["safety", "notes", "file", "robot"],
};

export default look;
