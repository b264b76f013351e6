import type { Microcredits } from '#contract/credits.ts';
import type { ModelClass } from '#contract/model-class.ts';
import type { FailedTry } from './model-try.ts';
import type { JsonText } from '#contract/json-text.ts';
import type { LeftOut, ModelReasoning } from './reasoning.ts';

/** A call as the model made it. */
export interface TurnCall {
  /** The provider's id, which pairs the call with its result. */
  id: string;
  name: string;
  args?: JsonText;
  /** What the model sent, if that could not be parsed. */
  unparsed?: string;
}

/** A fault of a reply that has a schema: where (`recipient.name`, empty for the whole) and what. */
export interface ReplyFault {
  path: string;
  message: string;
}

/** What a model thought in a turn, as later turns of the run send it back and as traces show it. */
export interface TurnReasoning extends ModelReasoning {
  /** What traces show of its text, if that is not all of it: without what patches redact, or only how long it is. */
  shown?: string | { truncated: true; characters: number };
}

/** One model turn of a run. */
export interface TurnDocument {
  _id: string;
  workspace_id: string;
  run_id: string;
  /** The agent version that took the turn, by which usage is counted. */
  agent_id: string;
  /** From 1. */
  seq: number;
  model_class: ModelClass;
  /** Which model of the class has answered, as `provider:model`. Absent in older ones, and of `scripted`. */
  model?: string;
  /** What the model said. Later turns of the run are told it. */
  text: string;
  /** The same as it is shown, if it repeats what patches redact; empty if it is a reply that is shown as data. */
  shown?: string;
  /** Why what it said is not a valid reply. */
  reply_faults?: ReplyFault[];
  calls: TurnCall[];
  /** What the model thought. The store encrypts it. */
  reasoning?: JsonText<TurnReasoning>;
  input_tokens: number;
  /** Those of the input tokens that the provider had cached. Absent: none. */
  cached_input_tokens?: number;
  output_tokens: number;
  /** What of the conversation the model was not shown. Absent: nothing. */
  left_out?: LeftOut;
  cost: Microcredits;
  /** What was sent to the provider and what it returned, for the trace. */
  request: JsonText;
  response: JsonText;
  /** The failed tries before the one that gave the turn, oldest first. */
  tries?: FailedTry[];
  /** When the model that has answered was asked. Older turns have it in `created_at`. */
  started_at?: Date;
  /** When the model had answered. */
  created_at: Date;
}
