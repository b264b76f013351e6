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
