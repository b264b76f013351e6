import type { Microcredits } from '#contract/credits.ts';
import type { JsonText } from '#contract/json-text.ts';
import type { Patch } from '#contract/patch.ts';
import type { ToolCall } from '#contract/run.ts';
import type { PendingConfirmation } from '#contract/thread.ts';
import type { Database } from './database.ts';
import { singleWrite } from './time-limit.ts';

/** The attempts at a call. */
export interface Sending {
  /** How many were begun. */
  attempts: number;
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

/** A run's calls, in the order of turns and within a turn in the model's. */
export async function listToolCalls(db: Database, runId: string): Promise<ToolCallDocument[]> {
  return await db.tool_calls.find({ run_id: runId }).sort({ turn_seq: 1, index: 1 }).toArray();
}

/** The calls of one turn, in the model's order. */
export async function listTurnCalls(db: Database, runId: string, turn: number): Promise<ToolCallDocument[]> {
  return await db.tool_calls.find({ run_id: runId, turn_seq: turn }).sort({ index: 1 }).toArray();
}

/** A call of a run, of whichever turn. */
export async function findToolCall(
  db: Database,
  runId: string,
  id: string,
): Promise<ToolCallDocument | undefined> {
  return (await db.tool_calls.findOne({ _id: id, run_id: runId })) ?? undefined;
}

/**
 * Marks that a call is about to be sent, before its first byte is.
 * @param until when the attempt ends by its own time limit
 * @param sent how the latest attempt ended on which the host may have acted
 * @returns the call with its mark; null when it is resolved, or another attempt was marked since it was read
 */
export async function markSending(
  db: Database,
  call: ToolCallDocument,
  until: Date,
  sent: AttemptEnd | undefined,
): Promise<ToolCallDocument | null> {
  const { last } = call.sending ?? {};
  const sending: Sending = {
    attempts: (call.sending?.attempts ?? 0) + 1,
    in_flight: true,
    until,
    ...(last === undefined ? {} : { last }),
    ...(sent === undefined ? {} : { sent }),
  };
  return await db.tool_calls.findOneAndUpdate(
    { _id: call._id, status: 'pending', ...asRead(call) },
    { $set: { sending } },
    { returnDocument: 'after', ...singleWrite },
  );
}

/**
 * Marks how an attempt ended that another one may follow. Nothing when the call was resolved meanwhile.
 * @param mayHaveActed whether the host may have acted on it
 */
export async function markAttempted(
  db: Database,
  call: ToolCallDocument,
  last: AttemptEnd,
  { mayHaveActed }: { mayHaveActed: boolean },
): Promise<void> {
  const sent = mayHaveActed ? { 'sending.sent': last } : {};
  await db.tool_calls.updateOne(
    { _id: call._id, status: 'pending', ...asRead(call) },
    { $set: { 'sending.in_flight': false, 'sending.last': last, ...sent } },
    singleWrite,
  );
}

/** A filter for a call that no attempt was made at since it was read. */
export function asRead({ sending }: Pick<ToolCallDocument, 'sending'>) {
  if (sending === undefined) return { sending: { $exists: false } };
  return { 'sending.attempts': sending.attempts, 'sending.in_flight': sending.in_flight };
}
