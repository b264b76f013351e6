import { beforeAll, expect, it } from 'vitest';
import type { Run, Trace } from '#contract/run.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { converse, publishScripted, startThread } from '#clients/raw/conversation.ts';
import { openUnstartedRun } from '../../support/unstarted-run.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService();
let client: ApiClient;
let agent: string;
beforeAll(async () => {
  ({ client } = await service.workspace({ subject: 'ada' }));
  agent = (await publishScripted(client, { instructions: 'Be brief.' })).id;
});

const traceOf = async (id: string) => (await client.get<Trace>(`/v1/loom/runs/${id}/trace`)).data;

it('[run.trace.fields] [run.trace.turns] [run.trace.model-payloads] a trace is the run with its turns', async () => {
  const run = await converse(client, await startThread(client, agent), 'Hello');
  const messages = [
    {
      role: 'user',
      content: 'Hello',
      at: expect.stringMatching(/^\w+day, \d{4}-\d\d-\d\d, \d\d:\d\d, UTC$/),
    },
  ];
  expect(await traceOf(run.id)).toEqual({
    ...run,
    turns: [
      {
        seq: 1,
        model_class: 'scripted',
        input_tokens: Math.ceil('Be brief.Hello'.length / 4),
        output_tokens: Math.ceil('You said: Hello'.length / 4),
        cost_credits: run.cost_credits,
        started_at: expect.any(String),
        created_at: expect.any(String),
        tries: [{ at: expect.any(String), duration_ms: expect.any(Number) }],
        request: { model: 'scripted', instructions: 'Be brief.', messages, tools: expect.any(Array) },
        response: { model: 'scripted', text: 'You said: Hello', calls: [] },
        text: 'You said: Hello',
        tool_calls: [],
      },
    ],
    requests: expect.arrayContaining([expect.objectContaining({ run_id: run.id, status: 202 })]),
    requests_count: expect.any(Number),
  });
});

it('[run.trace.turns] turns and their calls are in order, and add up to the cost of the run', async () => {
  const script = '/call one {"a":1}\n/call two\n---\n/bad\n---\n/say Bye';
  const run = await converse(client, await startThread(client, agent), script);
  const { turns, cost_credits } = await traceOf(run.id);
  expect(turns.map(({ seq, tool_calls }) => [seq, tool_calls.map(({ patch_ref }) => patch_ref)])).toEqual([
    [1, ['one', 'two']],
    [2, ['unknown']],
    [3, []],
  ]);
  expect(turns[0]?.tool_calls[0]).toEqual({
    patch_ref: 'one',
    interaction: 'silent',
    gate: null,
    status: 'failed',
    args: { a: 1 },
    result: { error: { code: 'denied', message: expect.any(String) } },
    error: { code: 'denied', message: expect.any(String) },
    started_at: expect.any(String),
    duration_ms: expect.any(Number),
  });
  const sum = turns.reduce((total, turn) => total + Math.round(turn.cost_credits * 1_000_000), 0);
  expect(sum / 1_000_000).toBe(cost_credits);
});

it('[run.trace.fields] [run.end.closed-at] the trace of a run at work has no end yet', async () => {
  const id = await openUnstartedRun(service, await startThread(client, agent));
  const { data: run } = await client.get<Run>(`/v1/loom/runs/${id}`);
  expect(run.state).toBe('running');
  expect(await traceOf(id)).toEqual({
    ...run,
    turns: [],
    requests: [expect.objectContaining({ method: 'GET', run_id: id })],
    requests_count: 1,
  });
});

it('[model.scripted.deterministic] the same script gives the same turns', async () => {
  const script = '/call one {"a":1}\n---\n/bad\n---\n/say Bye {{last}}';
  const traces = [];
  for (let n = 0; n < 2; n += 1) {
    const run = await converse(client, await startThread(client, agent), script);
    traces.push(
      (await traceOf(run.id)).turns.map(
        ({ tool_calls: _calls, created_at: _at, started_at: _from, tries: _tries, ...turn }) => turn,
      ),
    );
  }
  expect(traces[0]).toEqual(traces[1]);
});
