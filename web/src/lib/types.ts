/** The protocol's types by their short names. They are generated from the server's own; see `npm run types`. */

import type { components } from "./wire";

type Schemas = components["schemas"];

export type Seat = string;
/** Anything JSON can say: an answer on its way. */
export type Wire = unknown;

export type View = Schemas["View"];
export type Line = Schemas["Line"];
export type ShownPrompt = Schemas["ShownPrompt"];
export type Option = Schemas["Option"];
export type Choice = Schemas["Choice"];
export type Room = Schemas["Room"];
export type SeatInfo = Schemas["SeatInfo"];
export type Motion = Schemas["Motion"];
export type Settings = Schemas["Settings"];

export type Pick = Schemas["Pick"];
export type Some = Schemas["Some"];
export type Number_ = Schemas["Number"];
export type Split = Schemas["Split"];
export type Arrange = Schemas["Arrange"];
export type Words = Schemas["Words"];
export type Several = Schemas["Several"];
export type Form = Schemas["Form"];
export type Ack = Schemas["Ack"];
export type Menu = Schemas["Menu"];
export type Prompt = Pick | Some | Number_ | Split | Arrange | Words | Several | Form | Ack | Menu;

export type Full = Schemas["Full"];
export type Frame = Schemas["Frame"];
export type Page = Schemas["Page"];
export type Refused = Schemas["Refused"];
export type FromServer =
  | Full
  | Frame
  | Page
  | Refused
  | Schemas["Seated"]
  | Room
  | Schemas["Done"]
  | Schemas["SomeoneTypes"]
  | Schemas["Nudged"]
  | Schemas["Ideas"]
  | Schemas["Pong"];

export type Command =
  | Schemas["Answer"]
  | Schemas["Retract"]
  | Schemas["TakeBack"]
  | Schemas["Talk"]
  | Schemas["Suggest"]
  | Schemas["Rename"]
  | Schemas["Propose"]
  | Schemas["Agree"]
  | Schemas["Decline"]
  | Schemas["Pause"]
  | Schemas["Limit"]
  | Schemas["Unlimit"]
  | Schemas["Leave"]
  | Schemas["Nudge"];
/** A command before it has an id. */
export type Wish = Command extends infer One ? (One extends Command ? Omit<One, "id"> : never) : never;
export type Said =
  | Command
  | Schemas["Sit"]
  | Schemas["Hand"]
  | Schemas["Typing"]
  | Schemas["Seen"]
  | Schemas["Earlier"]
  | Schemas["AskIdeas"]
  | Schemas["Ping"];

export type GameInfo = Schemas["GameInfo"];
export type Guide = Schemas["Guide"];
export type OpenTable = Schemas["OpenTable"];
export type MyTable = Schemas["MyTable"];
export type Laid = Schemas["Laid"];
export type Claimed = Schemas["Claimed"];
export type Invitation = Schemas["Invitation"];
