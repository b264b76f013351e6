import type { Microcredits } from '#contract/credits.ts';
import type { ToolCall } from '#contract/run.ts';
import type { Database } from './database.ts';

/** One call of a turn and what came of it. */
export interface ToolCallDocument extends Omit<
  ToolCall,
  'started_at' | 'duration_ms' | 'cost_credits' | 'outcome'
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
  started_at: Date;
  finished_at?: Date;
  cost?: Microcredits;
  outcome?: { state: 'occurred' | 'failed'; detail?: Record<string, unknown>; created_at: Date };
}

/** A run's calls, in the order of turns and within a turn in the model's. */
export async function listToolCalls(db: Database, runId: string): Promise<ToolCallDocument[]> {
  return await db.tool_calls.find({ run_id: runId }).sort({ turn_seq: 1, index: 1 }).toArray();
}
