import type { Microcredits } from '#contract/credits.ts';
import type { Patch } from '#contract/patch.ts';
import type { ToolCall } from '#contract/run.ts';
import type { PendingConfirmation } from '#contract/thread.ts';
import type { Database } from './database.ts';

/** One call of a turn and what came of it. */
export interface ToolCallDocument extends Omit<
  ToolCall,
  'started_at' | 'duration_ms' | 'cost_credits' | 'outcome' | 'decision'
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
  /** Set while the call is being made: tells whether a worker died with it. */
  sending?: { attempts: number; in_flight: boolean };
  decision?: {
    decision: 'approve' | 'reject';
    detail?: Record<string, unknown>;
    /** Names the request that decided: its repetition is answered alike. */
    effect_id: string;
    created_at: Date;
  };
  outcome?: { state: 'occurred' | 'failed'; detail?: Record<string, unknown>; created_at: Date };
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

/** What a call that is not resolved waits for: being made, or somebody's word. */
export function waitsFor(
  call: ToolCallDocument,
): 'execution' | 'question' | 'confirmation' | 'outcome' | undefined {
  if (call.status !== 'pending') return undefined;
  if (call.interaction === 'interactive') return 'question';
  if (call.interaction === 'proposed_action') return 'outcome';
  return call.gate === 'confirm' && call.decision === undefined ? 'confirmation' : 'execution';
}

/**
 * Marks that a call is about to be made, before it is. Null when another attempt has marked it and not said how it
 * ended: the worker that made it has died, or is still at it.
 */
export async function markSending(db: Database, call: ToolCallDocument): Promise<ToolCallDocument | null> {
  return await db.tool_calls.findOneAndUpdate(
    { _id: call._id, status: 'pending', 'sending.attempts': call.sending?.attempts ?? { $exists: false } },
    { $set: { sending: { attempts: (call.sending?.attempts ?? 0) + 1, in_flight: true } } },
    { returnDocument: 'after' },
  );
}

/** Marks that an attempt surely had no effect: another one may follow. */
export async function markNotSent(db: Database, call: ToolCallDocument): Promise<void> {
  await db.tool_calls.updateOne(
    { _id: call._id, 'sending.attempts': call.sending?.attempts ?? 0 },
    { $set: { 'sending.in_flight': false } },
  );
}
