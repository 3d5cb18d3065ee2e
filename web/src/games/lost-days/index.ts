import type { Look } from "../../lib/look";
import BidAsk from "./BidAsk.svelte";
import Board from "./Board.svelte";
import CardAsk from "./CardAsk.svelte";
import CoinsAsk from "./CoinsAsk.svelte";
import End from "./End.svelte";
import InfluenceAsk from "./InfluenceAsk.svelte";
import WordingAsk from "./WordingAsk.svelte";
import WriteAsk from "./WriteAsk.svelte";
import "./look.css";

const look: Look = {
  Board,
  End,
  asks: {
    write_memory: WriteAsk,
    replenish_write: WriteAsk,
    select_memory: CardAsk,
    bid: BidAsk,
    crown_agree: CardAsk,
    crown_pick: CardAsk,
    stake: CardAsk,
    answer_stakes: WordingAsk,
    influence: InfluenceAsk,
    pay_tribute: CardAsk,
    tribute_coins: CoinsAsk,
    place_tribute: CoinsAsk,
    place_gain: CoinsAsk,
    place_strain: CoinsAsk,
  },
  noted: ["influence"],
  quiet: ["leave", "card_note", "dealings"],
};

export default look;
