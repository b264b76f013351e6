import type { Microcredits } from '#contract/credits.ts';
import type { Patch } from '#contract/patch.ts';
import type { ToolCall } from '#contract/run.ts';
import type { PendingConfirmation } from '#contract/thread.ts';
import type { JsonText } from '#contract/json-text.ts';

/** The attempts at a call. */
export interface Sending {
  /** How many were begun. */
  attempts: number;
  /** Names the last one: whoever makes it knows its own mark again. */
  by?: string;
  /** The last one has begun, and nobody has said how it ended. */
  in_flight: boolean;
  /** When the last one ends by its own time limit: nobody else says of it before that it is lost. */
  until: Date;
  /** How the one before ended, if another is to follow. */
  last?: AttemptEnd;
  /** How the latest one ended of those on which the host may have acted, if another has followed. */
  sent?: AttemptEnd;
}

/** How an attempt at a call ended. */
export type AttemptEnd = Pick<ToolCallDocument, 'status' | 'result' | 'error' | 'request'>;

/** One call of a turn and what came of it. */
export interface ToolCallDocument extends Omit<
  ToolCall,
  'args' | 'result' | 'request' | 'started_at' | 'duration_ms' | 'cost_credits' | 'outcome' | 'decision'
> {
  _id: string;
  workspace_id: string;
  run_id: string;
  /** `seq` of the turn that made it. */
  turn_seq: number;
  /** Place among the turn's calls, from 0. */
  index: number;
  /** The provider's id of the call. */
  call_id: string;
  /** The patch key, as the model named it. */
  name: string;
  /** How long the call may take. */
  timeout_seconds: number;
  /** What the call costs once it is ok. */
  price?: Microcredits;
  /** JSON pointers to what nobody but the model and the host may see. */
  redact?: NonNullable<Patch['redact']>;
  /** What a person is shown of a held call. */
  summary?: PendingConfirmation['summary'];
  args: JsonText;
  result?: JsonText;
  /** The outbound call as it may be shown. */
  request?: JsonText;
  /** Written before a call is sent: tells whether it may have taken effect, whoever died with it. */
  sending?: Sending;
  decision?: {
    decision: 'approve' | 'reject';
    detail?: JsonText;
    /** Who decided. */
    actor: string;
    /** Names the request that decided: its repetition is answered alike. */
    request_id: string;
    created_at: Date;
  };
  outcome?: { state: 'occurred' | 'failed'; detail?: JsonText; actor: string; created_at: Date };
  started_at: Date;
  finished_at?: Date;
  cost?: Microcredits;
}
