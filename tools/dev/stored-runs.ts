import { toJsonText } from '#contract/json-text.ts';
import type { RunDocument } from '#engine/documents/run.ts';
import type { ToolCallDocument } from '#engine/documents/tool-call.ts';
import type { StoredTurn } from '#store/documents/turn.ts';
import type { Database } from '#store/mongo/database.ts';
import { newId } from '#store/mongo/ids.ts';

/** The owner and the place of the stored runs. */
export interface RunOwner {
  service: { db: Database };
  workspaceId: string;
  agent: RunDocument['agent'];
}

/** The reply of a stored run: the runs of a call are numbered from 1, in order. */
export const replyOf = (number: number): string => `Reply ${number}`;

/** Stores finished runs of a subject, without running them; resolves to their ids, oldest first. */
export async function storeRuns(
  { service, workspaceId, agent }: RunOwner,
  subject_ref: string,
  count: number,
  turn_count = 1,
): Promise<string[]> {
  const runs = Array.from({ length: count }, (_, index): RunDocument => {
    const opened_at = new Date();
    return {
      _id: newId(),
      workspace_id: workspaceId,
      thread_id: newId(),
      subject_ref,
      agent: { id: agent.id, key: agent.key, name: agent.name },
      origin: 'api',
      state: 'closed',
      reason: 'finished',
      seq: 1,
      turn_count,
      last_event_seq: 1,
      cost: 1_500_000,
      message: { id: newId(), content: replyOf(index + 1), created_at: opened_at },
      opened_at,
      closed_at: new Date(opened_at.getTime() + 2000),
      version: 1,
    };
  });
  await service.db.runs.insertMany(runs);
  return runs.map(({ _id }) => _id);
}

/**
 * Stores a finished run of so many turns with a call each; resolves to its id.
 * @param prompt what the model was sent in each turn
 */
export async function storeLongRun(
  owner: RunOwner,
  subject: string,
  turns: number,
  prompt = 'Go on.',
): Promise<string> {
  const [run_id = ''] = await storeRuns(owner, subject, 1, turns);
  const seqs = Array.from({ length: turns }, (_, index) => index + 1);
  await owner.service.db.turns.insertMany(seqs.map((seq) => turnOf(owner, run_id, seq, prompt)));
  await owner.service.db.tool_calls.insertMany(seqs.map((seq) => callOf(owner, run_id, seq)));
  return run_id;
}

function turnOf({ workspaceId, agent }: RunOwner, run_id: string, seq: number, prompt: string): StoredTurn {
  return {
    _id: newId(),
    workspace_id: workspaceId,
    run_id,
    agent_id: agent.id,
    seq,
    model_class: 'scripted',
    text: '',
    calls: [{ id: `call_${seq}`, name: 'list_banks', args: toJsonText({ seq }) }],
    input_tokens: 10,
    output_tokens: 20,
    cost: 1000,
    request: toJsonText({ seq, prompt }),
    response: toJsonText({ seq }),
    created_at: new Date(),
  };
}

function callOf({ workspaceId }: RunOwner, run_id: string, turn_seq: number): ToolCallDocument {
  return {
    _id: newId(),
    workspace_id: workspaceId,
    run_id,
    turn_seq,
    index: 0,
    call_id: `call_${turn_seq}`,
    name: 'list_banks',
    patch_ref: 'list_banks@1',
    interaction: 'silent',
    gate: null,
    status: 'ok',
    timeout_seconds: 30,
    args: toJsonText({ seq: turn_seq }),
    result: toJsonText({ banks: turn_seq }),
    started_at: new Date(),
    finished_at: new Date(),
  };
}
