import { toJsonText } from '#contract/json-text.ts';
import type { RunDocument } from '#store/documents/run.ts';
import type { ToolCallDocument } from '#store/documents/tool-call.ts';
import type { TurnDocument } from '#store/documents/turn.ts';
import { newId } from '#store/mongo/ids.ts';
import type { TestConsole } from './console.ts';

/** Stores finished runs of a subject, without running them; resolves to their ids, oldest first. */
export async function storeRuns(
  { service, workspaceId, agent }: TestConsole,
  subject_ref: string,
  count: number,
  turn_count = 1,
): Promise<string[]> {
  const runs = Array.from({ length: count }, (): RunDocument => {
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
      opened_at,
      closed_at: new Date(opened_at.getTime() + 2000),
      version: 1,
    };
  });
  await service.db.runs.insertMany(runs);
  return runs.map(({ _id }) => _id);
}

/** Stores a finished run of so many turns with a call each; resolves to its id. */
export async function storeLongRun(stage: TestConsole, subject: string, turns: number): Promise<string> {
  const [run_id = ''] = await storeRuns(stage, subject, 1, turns);
  const seqs = Array.from({ length: turns }, (_, index) => index + 1);
  await stage.service.db.turns.insertMany(seqs.map((seq) => turnOf(stage, run_id, seq)));
  await stage.service.db.tool_calls.insertMany(seqs.map((seq) => callOf(stage, run_id, seq)));
  return run_id;
}

function turnOf({ workspaceId, agent }: TestConsole, run_id: string, seq: number): TurnDocument {
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
    request: toJsonText({ seq }),
    response: toJsonText({ seq }),
    created_at: new Date(),
  };
}

function callOf({ workspaceId }: TestConsole, run_id: string, turn_seq: number): ToolCallDocument {
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
