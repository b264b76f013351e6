import type { JsonText } from '#contract/json-text.ts';
import type { MessageDocument } from '../documents/message.ts';
import type { PauseDocument, RunDocument } from '../documents/run.ts';
import type { ToolCallDocument } from '../documents/tool-call.ts';
import type { TurnDocument } from '../documents/turn.ts';
import type { CallOfLine } from '../rules/lasting-calls.ts';

/** A text, or the length of one for which there was no room. */
export type TextOrLength<Text extends string> = Text | number;

/** The part of a message that a model turn sees, and whose it is. */
export type MessageForModel = Pick<
  MessageDocument,
  'role' | 'content' | 'content_for_model' | 'seq' | 'run_id' | 'run_seq' | 'created_at'
>;

/** The part of a turn that later turns of its run see, without the payloads that a trace shows. */
export type TurnForModel = Pick<
  TurnDocument,
  'seq' | 'text' | 'shown' | 'reply_faults' | 'calls' | 'reasoning' | 'thread_seq'
>;

/** The fields of a turn that later turns see. */
export const turnFieldsForModel = {
  seq: 1,
  text: 1,
  shown: 1,
  reply_faults: 1,
  calls: 1,
  reasoning: 1,
  thread_seq: 1,
} as const satisfies Record<keyof TurnForModel, 1>;

/** The part of a call that later turns see, also of later runs, with the length of its result if there was no room for it. */
export type ToolCallForModel = Pick<
  ToolCallDocument,
  | '_id'
  | 'run_id'
  | 'turn_seq'
  | 'index'
  | 'name'
  | 'patch_ref'
  | 'interaction'
  | 'gate'
  | 'reliability'
  | 'status'
  | 'repeated'
  | 'args'
  | 'filled'
  | 'redact'
  | 'error'
  | 'approvals'
  | 'decision'
  | 'outcome'
  | 'revised_from'
  | 'started_at'
  | 'finished_at'
> & { result?: TextOrLength<JsonText> };

/** The fields of a call that later turns see. */
export const callFieldsForModel = {
  _id: 1,
  run_id: 1,
  turn_seq: 1,
  index: 1,
  name: 1,
  patch_ref: 1,
  interaction: 1,
  gate: 1,
  reliability: 1,
  status: 1,
  repeated: 1,
  args: 1,
  filled: 1,
  redact: 1,
  result: 1,
  error: 1,
  approvals: 1,
  decision: 1,
  outcome: 1,
  revised_from: 1,
  started_at: 1,
  finished_at: 1,
} as const satisfies Record<keyof ToolCallForModel, 1>;

/** How an earlier run of the thread has ended, if it has, and what it did. */
export interface EarlierRun extends Pick<RunDocument, '_id' | 'state' | 'reason' | 'error'> {
  /** The items that it waits for. Absent if it is not paused. */
  pauses?: Pick<PauseDocument, 'type' | 'tool_call_id' | 'created_at' | 'not_before' | 'frozen'>[];
  /** In order. */
  calls: ToolCallForModel[];
}

type PauseField = keyof NonNullable<EarlierRun['pauses']>[number];

/** The fields of a run that models of later runs see. */
export const runFieldsForModel = {
  _id: 1,
  state: 1,
  reason: 1,
  error: 1,
  'pauses.type': 1,
  'pauses.tool_call_id': 1,
  'pauses.created_at': 1,
  'pauses.not_before': 1,
  'pauses.frozen': 1,
} as const satisfies Record<Exclude<keyof EarlierRun, 'calls' | 'pauses'> | `pauses.${PauseField}`, 1>;

/** The content of the line about a call that must not be forgotten. */
export type LastingCall = CallOfLine;

/** The content of a run: its turns and its calls, each in order. */
export interface RunForModel {
  turns: TurnForModel[];
  calls: ToolCallForModel[];
}

/**
 * Reads of the conversation for a model's turn. Stored content never changes, so these reads can be made at any time
 * after the run's.
 */
export interface ConversationStore {
  /** The messages of a thread up to the position of the one that opened a run, newest first. */
  before: (threadId: string, runSeq: number, limit: number) => Promise<MessageForModel[]>;
  /**
   * The later messages, of this run and of those that were opened before it, newest first. Messages of later runs,
   * which wait for this one or have worked beside it, are left out.
   */
  since: (threadId: string, runSeq: number, limit: number) => Promise<MessageForModel[]>;
  /** The messages of runs that were opened later, newest first. */
  later: (threadId: string, runSeq: number, limit: number) => Promise<MessageForModel[]>;
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
  /**
   * Runs of a thread, and their calls. Those that are not found are left out.
   * @param characters the longest total of the arguments and results that are read, of the newest calls
   */
  earlier: (runIds: string[], characters: number) => Promise<EarlierRun[]>;
  /**
   * The lasting calls of runs of a thread, newest first.
   * @param of.before the position of the message before which the runs were opened
   * @param of.except ids of runs whose calls are left out
   */
  lasting: (
    threadId: string,
    of: { before: number; except: string[]; limit: number },
  ) => Promise<LastingCall[]>;
}
