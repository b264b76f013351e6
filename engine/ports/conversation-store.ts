import type { JsonText } from '#contract/json-text.ts';
import type { MessageDocument } from '../documents/message.ts';
import type { ToolCallDocument } from '../documents/tool-call.ts';
import type { TurnDocument } from '../documents/turn.ts';

/** A text, or the length of one for which there was no room. */
export type TextOrLength<Text extends string> = Text | number;

/** The part of a message that a model turn sees, and whose it is. */
export type SaidMessage = Pick<MessageDocument, 'role' | 'content' | 'told' | 'seq' | 'run_id'>;

/** The part of a turn that later turns of its run see, without the payloads that a trace shows. */
export type TurnForModel = Pick<
  TurnDocument,
  'seq' | 'text' | 'shown' | 'reply_faults' | 'calls' | 'reasoning'
>;

/** The fields of a turn that later turns see. */
export const toldOfTurn = {
  seq: 1,
  text: 1,
  shown: 1,
  reply_faults: 1,
  calls: 1,
  reasoning: 1,
} as const satisfies Record<keyof TurnForModel, 1>;

/** The part of a call that later turns of its run see, with the length of its result if there was no room for it. */
export type ToolCallForModel = Pick<
  ToolCallDocument,
  | '_id'
  | 'turn_seq'
  | 'index'
  | 'call_id'
  | 'name'
  | 'status'
  | 'repeated'
  | 'args'
  | 'redact'
  | 'error'
  | 'approvals'
  | 'decision'
  | 'revised_from'
> & { result?: TextOrLength<JsonText> };

/** The fields of a call that later turns see. */
export const toldOfCall = {
  _id: 1,
  turn_seq: 1,
  index: 1,
  call_id: 1,
  name: 1,
  status: 1,
  repeated: 1,
  args: 1,
  redact: 1,
  result: 1,
  error: 1,
  approvals: 1,
  decision: 1,
  revised_from: 1,
} as const satisfies Record<keyof ToolCallForModel, 1>;

/** What was said in a run: its turns and its calls, each in order. */
export interface SaidInRun {
  turns: TurnForModel[];
  calls: ToolCallForModel[];
}

/** What a model's turn is told. What was said never changes, so these reads can be made at any time after the run's. */
export interface ConversationStore {
  /**
   * What was said on a thread up to the message at this position, which opened a run: the latest messages, newest first.
   */
  before: (threadId: string, runSeq: number, limit: number) => Promise<SaidMessage[]>;
  /**
   * What was said since, in this run and in those that were opened before it, newest first. Messages of later runs, which
   * wait for this one, are left out.
   */
  since: (threadId: string, runSeq: number, limit: number) => Promise<SaidMessage[]>;
  /**
   * A run's turns in order.
   * @param characters the longest total of what was thought in the turns that is read, of the newest ones
   */
  turns: (runId: string, characters: number) => Promise<TurnForModel[]>;
  /**
   * A run's calls in order.
   * @param characters the longest total of the results that are read, the newest ones
   */
  calls: (runId: string, characters: number) => Promise<ToolCallForModel[]>;
}
