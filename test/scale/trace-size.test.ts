import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, expect, inject, it } from 'vitest';
import { readRunSoFar } from '#engine/steps/conversation.ts';
import { toJsonText } from '#contract/json-text.ts';
import type { Trace } from '#contract/run.ts';
import { newId } from '#store/mongo/ids.ts';
import { loadRun } from '#engine/steps/load-run.ts';
import { runPorts } from '#store/runs/run-ports.ts';
import type { ToolCallDocument } from '#engine/documents/tool-call.ts';
import type { StoredTurn } from '#store/documents/turn.ts';
import { traceOf } from '../support/acting-run.ts';
import type { ApiClient } from '../support/api-client.ts';
import { startThread } from '#clients/raw/conversation.ts';
import { openUnstartedRun } from '../support/unstarted-run.ts';
import { sharedService } from '../support/service.ts';

const run = promisify(execFile);

const service = sharedService('without-worker');
let workspace: string;
let client: ApiClient;
beforeAll(async () => {
  ({ id: workspace, client } = await service.workspace({ subject: 'ada' }));
});

const payload = (characters: number) => toJsonText({ text: 'x'.repeat(characters - '{"text":""}'.length) });

function turnOf(run_id: string, seq: number, parts: Partial<StoredTurn> = {}): StoredTurn {
  return {
    _id: newId(),
    workspace_id: workspace,
    run_id,
    agent_id: 'agent_of_the_test',
    seq,
    model_class: 'scripted',
    text: '',
    calls: [{ id: `call_${seq}`, name: 'look', args: toJsonText({ seq }) }],
    input_tokens: 1,
    output_tokens: 1,
    cost: 0,
    request: payload(100),
    response: toJsonText({ seq }),
    created_at: new Date(),
    ...parts,
  };
}

function callOf(run_id: string, turn_seq: number, parts: Partial<ToolCallDocument> = {}): ToolCallDocument {
  return {
    _id: newId(),
    workspace_id: workspace,
    run_id,
    turn_seq,
    index: 0,
    call_id: `call_${turn_seq}`,
    name: 'look',
    patch_ref: 'look@1',
    interaction: 'silent',
    gate: null,
    status: 'ok',
    timeout_seconds: 30,
    args: toJsonText({ seq: turn_seq }),
    result: payload(100),
    started_at: new Date(0),
    finished_at: new Date(7),
    ...parts,
  };
}

/** Stores a run of so many turns of one call each. */
async function storeRun(
  turns: number,
  parts: { turn?: Partial<StoredTurn>; call?: Partial<ToolCallDocument> },
): Promise<string> {
  const id = await openUnstartedRun(service, await startThread(client));
  for (let seq = 1; seq <= turns; seq += 20) {
    const seqs = Array.from({ length: Math.min(20, turns - seq + 1) }, (_, index) => seq + index);
    await service.db.turns.insertMany(seqs.map((each) => turnOf(id, each, parts.turn)));
    await service.db.tool_calls.insertMany(seqs.map((each) => callOf(id, each, parts.call)));
  }
  await service.db.runs.updateOne({ _id: id }, { $set: { turn_count: turns } });
  return id;
}

it('[run.trace.bounded] five hundred turns of 256 Ki characters are read with less memory than they have', async () => {
  const id = await storeRun(500, {
    turn: { request: payload(256 * 1024) },
    call: { result: payload(20_000), request: payload(20_000) },
  });
  const reader = fileURLToPath(new URL('../support/read-long-run.ts', import.meta.url));
  const { stdout } = await run(
    process.execPath,
    ['--max-old-space-size=128', reader, inject('mongodbUri'), service.db.runs.dbName, id],
    { maxBuffer: 16 * 1024 * 1024 },
  );
  const read = JSON.parse(stdout) as {
    trace: Record<'turns' | 'calls' | 'characters', number> &
      Record<'shown' | 'shownCalls', number[]> & {
        oldest: Trace['turns'][number];
      };
    messages: number;
    calls: number;
  };
  expect(read).toMatchObject({ messages: 1001, calls: 500, trace: { turns: 500, calls: 500 } });
  // 2 Mi characters of payloads are seven turns and a bit, of calls' texts fifty-two calls.
  expect(read.trace.shown).toEqual(Array.from({ length: 7 }, (_, index) => 494 + index));
  expect(read.trace.shownCalls).toHaveLength(52);
  expect(read.trace.shownCalls.at(0)).toBe(449);
  expect(read.trace.characters).toBeLessThan(5 * 1024 * 1024);
  expect(read.trace.oldest).toMatchObject({
    seq: 1,
    request: { truncated: true, characters: 256 * 1024 },
    response: { seq: 1 },
    tool_calls: [
      {
        args: { seq: 1 },
        result: { truncated: true, characters: 20_000 },
        request: { truncated: true, characters: 20_000 },
        duration_ms: 7,
      },
    ],
  });
});

it('[run.trace.bounded] a single text of more than 256 Ki characters is shown as its length, what a person said too', async () => {
  const actor = 'eve';
  const created_at = new Date();
  const id = await storeRun(1, {
    call: {
      args: payload(256 * 1024),
      result: payload(256 * 1024 + 1),
      request: payload(300_000),
      outcome: { state: 'occurred', detail: payload(300_001), actor, created_at },
    },
  });
  const { turns } = await traceOf(client, id);
  expect(turns[0]?.tool_calls).toMatchObject([
    {
      args: { text: expect.stringMatching(/^x+$/) },
      result: { truncated: true, characters: 256 * 1024 + 1 },
      request: { truncated: true, characters: 300_000 },
      outcome: { state: 'occurred', detail: { truncated: true, characters: 300_001 }, actor },
    },
  ]);
});

it('[run.trace.bounded] of older calls is shown that there was a result, an outcome and a decision, and short ones whole', async () => {
  const created_at = new Date();
  const id = await storeRun(40, {
    turn: { response: toJsonText({ truncated: true, characters: 300_000 }), request: payload(200_000) },
    call: {
      result: payload(200_000),
      redact: { args: ['/seq'] },
      decision: { decision: 'approve', detail: payload(100), actor: 'eve', request_id: 'r', created_at },
    },
  });
  const { turns } = await traceOf(client, id);
  expect(turns.map(({ seq }) => seq)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
  const [oldest] = turns;
  expect(oldest).toMatchObject({
    request: { truncated: true, characters: 200_000 },
    // The part that was too long to be stored.
    response: { truncated: true, characters: 300_000 },
    tool_calls: [
      {
        args: { seq: '[redacted]' },
        result: { truncated: true, characters: 200_000 },
        decision: { decision: 'approve', detail: { truncated: true, characters: 100 }, actor: 'eve' },
      },
    ],
  });
  expect(oldest?.tool_calls[0]).not.toHaveProperty('request');
  expect(oldest?.tool_calls[0]).not.toHaveProperty('outcome');
  expect(turns.at(-1)).toMatchObject({
    request: { text: expect.stringMatching(/^x+$/) },
    tool_calls: [{ args: { seq: '[redacted]' }, decision: { detail: { text: expect.any(String) } } }],
  });
});

it('[model.shown.bounds] a model is shown the newest results of its run, and the length of the others', async () => {
  const result = payload(500_000);
  const id = await storeRun(3, { call: { result, request: payload(1000) } });
  const loaded = await loadRun(runPorts(service.db, service.keyring).store, {
    run_id: id,
    thread_id: await threadOf(id),
    turn_count: 3,
  });
  if (loaded === null) throw new Error('there is no such run');
  const { run: messages, known } = await readRunSoFar(
    runPorts(service.db, service.keyring).conversations,
    loaded,
    { before: [], now: new Date() },
  );
  const told = messages.flatMap((message) => (message.role === 'tool' ? message.results : []));
  const whole = JSON.parse(result) as object;
  expect(told.map((each) => each.result)).toEqual([{ truncated: true, characters: 500_000 }, whole, whole]);
  expect(known?.map((call) => call.result?.length)).toEqual([undefined, 500_000, 500_000]);
  // Every call of a turn reads all calls of the turn, so their texts would add up.
  expect(loaded.calls).toMatchObject([{ turn_seq: 3, status: 'ok' }]);
  expect(loaded.calls.map((call) => [call.result, call.request])).toEqual([[undefined, undefined]]);
});

it('[run.trace.redacted] a payload is not kept if a result that has to be redacted in it was not read', async () => {
  const call = { result: payload(500_000), redact: { result: ['/text'] } };
  const id = await storeRun(3, { call });
  const loaded = await loadRun(runPorts(service.db, service.keyring).store, {
    run_id: id,
    thread_id: await threadOf(id),
    turn_count: 3,
  });
  if (loaded === null) throw new Error('there is no such run');
  expect(
    (
      await readRunSoFar(runPorts(service.db, service.keyring).conversations, loaded, {
        before: [],
        now: new Date(),
      })
    ).known,
  ).toBeUndefined();
});

const threadOf = async (id: string) => (await service.db.runs.findOne({ _id: id }))?.thread_id ?? '';
