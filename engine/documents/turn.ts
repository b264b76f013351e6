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
  /** The model's output, if it could not be parsed. */
  unparsed?: string;
}

/** A fault of a reply that has a schema: where (`recipient.name`, empty for the whole) and what. */
export interface ReplyFault {
  path: string;
  message: string;
}

/** A model's reasoning in a turn, as later turns of the run send it back and as traces show it. */
export interface TurnReasoning extends ModelReasoning {
  /**
   * The part of its text that traces show, if it is not all: without values that patches redact, or only its length.
   */
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
  /** The model's text. Later turns of the run get it. */
  text: string;
  /** The same as it is shown, if it repeats what patches redact; empty if it is a reply that is shown as data. */
  shown?: string;
  /** Why what it said is not a valid reply. */
  reply_faults?: ReplyFault[];
  calls: TurnCall[];
  /** The model's reasoning. The store encrypts it. */
  reasoning?: JsonText<TurnReasoning>;
  input_tokens: number;
  /** Those of the input tokens that the provider had cached. Absent: none. */
  cached_input_tokens?: number;
  output_tokens: number;
  /** The position of the newest message on the thread when it was taken. Absent in older ones. */
  thread_seq?: number;
  /** The part of the conversation that the model was not shown. Absent: none. */
  left_out?: LeftOut;
  cost: Microcredits;
  /** The request to the provider and its response, for the trace. */
  request: JsonText;
  response: JsonText;
  /** The failed tries before the one that gave the turn, oldest first. */
  tries?: FailedTry[];
  /** When the model that has answered was asked. Older turns have it in `created_at`. */
  started_at?: Date;
  /** When the model had answered. */
  created_at: Date;
}
