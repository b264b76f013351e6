/** The requests of the clients, and their answers. Times are milliseconds since the epoch. */
export interface Journal {
  threads: StartedThread[];
  messages: PostedMessage[];
  decisions: PostedDecision[];
  revisions: PostedRevision[];
  outcomes: PostedOutcome[];
  cancels: PostedCancel[];
  lookups: Lookup[];
  extractions: KeyedExtraction[];
  erasures: RequestedErasure[];
  mcpMessages: McpMessage[];
  spoken: SpokenText[];
  transcriptions: KeyedTranscription[];
  /** Answers that no fault explains. */
  oddAnswers: OddAnswer[];
  /** Requests that were sent, including repetitions, by their answer (`none` for no answer). */
  requests: Map<string, number>;
}

/** The result of a client's request: a 2xx, a refusal, or no answer until the client gave up. */
export type Fate =
  | { is: 'accepted'; at: number }
  | { is: 'refused'; status: number; code: string; at: number }
  | { is: 'unknown' };

export interface StartedThread {
  id: string;
  subject: string;
  agent: string;
}

/** The correct endings of a run: reasons for which it closes, and error codes. */
export type Ending = 'finished' | 'handoff' | 'cancelled' | 'expired' | 'model_overloaded';

export interface PostedMessage {
  thread_id: string;
  /** Different from any other message. */
  content: string;
  sent_at: number;
  fate: Fate;
  /** The run id in the 202. */
  run_id?: string;
  /** The run whose question it was meant to answer. */
  answers?: string;
  /** The correct endings of a run that it opens. */
  endings: Ending[];
  /** The reply of a run that it opens, if that is known. */
  reply?: string;
}

/** The call that a person saw at a gate: `pending_confirmation`. */
export interface ShownWrite {
  title: string;
  fields: Record<string, string>;
}

/** Something that a client sent to a run, and its result. */
interface Posted {
  run_id: string;
  sent_at: number;
  fate: Fate;
}

export interface PostedDecision extends Posted {
  tool_call_id: string;
  /** Its `Idempotency-Key`: several requests with one key are one decision. */
  key: string;
  /** A revision declines the call. */
  decision: 'approve' | 'reject' | 'revise';
  shown: ShownWrite;
  /** In the response to a request that decides on many calls. */
  decision_id?: string;
}

/** A correction of a held call, which is also a decision on it. */
export interface PostedRevision extends Posted {
  /** The corrected call. */
  tool_call_id: string;
  /** The arguments of the call that takes its place, with a mark of their own. */
  args: Record<string, unknown> & { mark: string };
  /** The call that took its place, by the response. */
  revised_to?: string;
}

export interface PostedOutcome extends Posted {
  tool_call_id: string;
  state: 'occurred' | 'failed';
  /** Its `detail.word`, which identifies the recorded outcome. */
  word: string;
}

export interface PostedCancel extends Posted {
  /** The run's state in the 202. */
  state?: string;
}

export interface Lookup {
  key: string;
  fate: Fate;
  result?: string;
}

export interface KeyedExtraction {
  key: string;
  fate: Fate;
}

/** A request for a text to be spoken, under a key of its own. */
export interface SpokenText {
  /** Spoken by one scenario only. */
  text: string;
  fate: Fate;
  /** How often it was sent. */
  attempts: number;
  /** Whether the audio was made for it: the `Service-Voice-Cache` of the answer. */
  cache?: string;
  /** The audio, in Base64. */
  audio?: string;
}

export interface KeyedTranscription {
  key: string;
  fate: Fate;
}

/** A message that was accepted through MCP. It is among the messages as well. */
export interface McpMessage {
  subject: string;
  content: string;
  run_id: string;
  /** The reply of its run if that finishes. */
  reply: string;
}

/** A subject that is erased. What it did is recorded here only. */
export interface RequestedErasure {
  subject: string;
  threads: StartedThread[];
  messages: PostedMessage[];
  sent_at: number;
  fate: Fate;
  /** The erasure's id in the 202. */
  id?: string;
  /** When the last request of the subject was answered. What it does after its erasure is new, and stays. */
  quiet_at?: number;
}

export interface OddAnswer {
  method: string;
  path: string;
  status: number;
  code: string;
  request_id?: string;
  at: number;
}

export function newJournal(): Journal {
  return {
    threads: [],
    messages: [],
    decisions: [],
    revisions: [],
    outcomes: [],
    cancels: [],
    lookups: [],
    extractions: [],
    erasures: [],
    mcpMessages: [],
    spoken: [],
    transcriptions: [],
    oddAnswers: [],
    requests: new Map(),
  };
}
