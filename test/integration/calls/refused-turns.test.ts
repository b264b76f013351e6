import { expect, it } from 'vitest';
import { actingPatch, startHost } from '../../support/acting.ts';
import { callsOf, startActing } from '../../support/acting-run.ts';
import { converse } from '#client/conversation.ts';
import { eventsOf } from '../../support/events.ts';
import { perTest } from '../../support/per-file.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService();
const host = perTest(startHost);
const steps = (...turns: string[]) => turns.join('\n---\n');
const times = (count: number, line: string) => Array.from({ length: count }, () => line);

it('[tool-call.too-many] a turn makes its first 64 calls; the others are failed, told of, and not sent', async () => {
  const { client, thread } = await startActing(service, { host, patches: [actingPatch('look')] });
  const calls = Array.from({ length: 67 }, (_, n) => `/call look {"amount":${n}}`);
  const run = await converse(client, thread, steps(calls.join('\n'), '/say told: {{last}}'));
  expect(run.state).toBe('closed');
  expect(run.message?.content).toMatch(/^told: \{"error":\{"code":"too_many_calls"/);
  const amounts = host.calls.map(({ body }) => (body as { amount: number }).amount);
  expect(amounts.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 64 }, (_, n) => n));
  const traced = await callsOf(client, run.id);
  expect(traced).toHaveLength(67);
  expect(traced.slice(0, 64).every(({ status }) => status === 'ok')).toBe(true);
  expect(traced.slice(64).map(({ status, error, args }) => [status, error?.code, args])).toEqual(
    [64, 65, 66].map((amount) => ['failed', 'too_many_calls', { amount }]),
  );
  const events = await eventsOf(service.db, run.id);
  expect(events.filter(({ type }) => type === 'tool_call.started')).toHaveLength(67);
  const completed = events.filter(({ type }) => type === 'tool_call.completed');
  expect(completed.filter(({ data }) => data['status'] === 'failed')).toHaveLength(3);
}, 240_000);

it('[tool-call.too-many] calls that are too many are no invalid turns, whatever they are called with', async () => {
  const { client, thread } = await startActing(service, { host });
  const plan = '/call update_plan {"steps":[]}';
  const turn = [...times(64, plan), '/call ask_user {}', '/call handoff {"reason":"x"}', '/bad'].join('\n');
  const run = await converse(client, thread, steps(...times(4, turn), '/say done'));
  expect(run).toMatchObject({ state: 'closed', reason: 'finished', message: { content: 'done' } });
});

it('[patch.schema.bounded] arguments that take too long to validate are invalid, and the run goes on', async () => {
  // Thirty definitions, each of which applies the next one twice: 2^30 checks.
  const doubling = Array.from({ length: 30 }, (_, n) => {
    const next = { $ref: `#/$defs/d${n + 1}` };
    return [`d${n}`, n === 29 ? { type: 'string' } : { allOf: [next, next] }] as const;
  });
  const input_schema = {
    type: 'object',
    properties: { a: { $ref: '#/$defs/d0' } },
    $defs: Object.fromEntries(doubling),
  };
  const { client, thread } = await startActing(service, {
    host,
    patches: [actingPatch('slow', { input_schema })],
  });
  const run = await converse(client, thread, steps('/call slow {"a":1}', '/call slow {"b":1}', '/say done'));
  expect(run).toMatchObject({ state: 'closed', message: { content: 'done' } });
  expect((await callsOf(client, run.id)).map(({ error }) => error?.code)).toEqual([
    'invalid_args',
    undefined,
  ]);
  expect(host.calls.map(({ body }) => body)).toEqual([{ b: 1 }]);
});

/** Calls whose arguments fit the schema and are refused only when they are to be carried out. */
const executed = [
  ['no rail has', 'identify_account', '{"country":"NG","branch_code":"1"}'],
  ['of a malformed reference', 'identify_account', '{"rail":"swift","bic":"?"}'],
  ['that several rails have', 'identify_account', '{"bank_code":"044","account_number":"0690000031"}'],
  ['that its list does not take', 'list_banks', '{"country":"nowhere"}'],
  ['that does not fit the address', 'fetch', '{"to":""}'],
] as const;
const fetching = actingPatch('fetch', { request: { method: 'GET', path: '/of/{{to}}' } });

it.each(executed)(
  '[run.end.invalid-args] [tool-call.args.invalid-wherever-found] arguments %s are invalid when %s is called: three turns are borne, a fourth fails the run',
  async (_, name, args) => {
    const { client, thread } = await startActing(service, { host, patches: [fetching] });
    const bad = `/call ${name} ${args}`;
    const borne = await converse(client, thread, steps(...times(3, bad), '/say {{last}}'));
    expect(borne.state).toBe('closed');
    expect(borne.message?.content).toMatch(/^\{"error":\{"code":"invalid_args"/);
    expect((await callsOf(client, borne.id)).map(({ error }) => error?.code)).toEqual(
      times(3, 'invalid_args'),
    );

    const run = await converse(client, thread, steps(...times(4, bad), '/say never'));
    expect(run).toMatchObject({ state: 'failed', error: { code: 'invalid_args' } });
    expect(await callsOf(client, run.id)).toMatchObject(
      times(4, 'failed').map((status) => ({ status, error: { code: 'invalid_args' } })),
    );
    const events = await eventsOf(service.db, run.id);
    expect(events.map(({ type }) => type).slice(-2)).toEqual(['tool_call.completed', 'run.failed']);
    expect(host.calls).toEqual([]);
  },
);

it('[run.end.invalid-args] it counts as one row wherever the fault is found, and a turn without any ends the row', async () => {
  const { client, thread } = await startActing(service, { host, patches: [fetching] });
  const [, name, args] = executed[0];
  const late = `/call ${name} ${args}`;
  const early = '/call ask_user {}';
  const plan = '/call update_plan {"steps":[{"title":"a","status":"done"}]}';
  // Valid calls beside an invalid one are made all the same; two faults in one turn count once.
  const mixed = [late, early, plan, '/call fetch {"to":"b"}'].join('\n');
  const borne = await converse(
    client,
    thread,
    steps(mixed, late, early, plan, mixed, early, late, '/say ok'),
  );
  expect(borne).toMatchObject({ state: 'closed', message: { content: 'ok' } });
  expect(host.calls.map(({ path }) => path)).toEqual(['/of/b', '/of/b']);

  const run = await converse(client, thread, steps(early, late, early, mixed, '/say never'));
  expect(run).toMatchObject({ state: 'failed', error: { code: 'invalid_args' } });
  const calls = await callsOf(client, run.id);
  expect(calls.filter(({ status }) => status === 'pending')).toEqual([]);
});

it('[run.end.invalid-args] [confirm.never-held] gated arguments that do not fit the address count too, and nobody is asked', async () => {
  const patches = [
    actingPatch('pay', {
      ...fetching,
      key: 'pay',
      request: { method: 'POST', path: '/to/{{to}}' },
      wired: { gate: 'confirm' },
    }),
  ];
  const { client, thread } = await startActing(service, { host, patches });
  const run = await converse(client, thread, steps(...times(4, '/call pay {"to":".."}'), '/say never'));
  expect(run).toMatchObject({ state: 'failed', error: { code: 'invalid_args' } });
  const types = (await eventsOf(service.db, run.id)).map(({ type }) => type);
  expect(types).not.toContain('write.confirmation_requested');
  expect(host.calls).toEqual([]);
});
