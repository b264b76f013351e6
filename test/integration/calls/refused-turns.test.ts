import { expect, it } from 'vitest';
import { actingPatch, startHost } from '../../support/acting.ts';
import { callsOf, startActing } from '../../support/acting-run.ts';
import { converse } from '#clients/raw/conversation.ts';
import { eventsOf } from '../../support/events.ts';
import { perTest } from '../../support/per-file.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService();
const host = perTest(startHost);
const steps = (...turns: string[]) => turns.join('\n---\n');
const times = (count: number, line: string) => Array.from({ length: count }, () => line);

it('[tool-call.too-many] a turn makes its first 64 calls; the others are failed and not sent, and make it no invalid turn', async () => {
  const { client, thread } = await startActing(service, { host, patches: [actingPatch('look')] });
  const calls = Array.from({ length: 67 }, (_, n) => `/call look {"amount":${n}}`);
  // One more turn of invalid calls than these three would fail the run.
  const run = await converse(client, thread, steps(calls.join('\n'), ...times(3, '/bad'), '/say done'));
  expect(run).toMatchObject({ state: 'closed', reason: 'finished', message: { content: 'done' } });
  const amounts = host.calls.map(({ body }) => (body as { amount: number }).amount);
  expect(amounts.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 64 }, (_, n) => n));
  const traced = (await callsOf(client, run.id)).slice(0, 67);
  expect(traced.slice(0, 64).every(({ status }) => status === 'ok')).toBe(true);
  expect(traced.slice(64).map(({ status, error, args }) => [status, error?.code, args])).toEqual(
    [64, 65, 66].map((amount) => ['failed', 'too_many_calls', { amount }]),
  );
  const events = await eventsOf(service.db, run.id);
  expect(events.filter(({ type }) => type === 'tool_call.started')).toHaveLength(67 + 3);
  const completed = events.filter(({ type }) => type === 'tool_call.completed');
  expect(completed.filter(({ data }) => data['status'] === 'failed')).toHaveLength(3 + 3);
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
  // With an account that no rail has, a malformed reference, and one that several rails have.
  '/call identify_account {"country":"NG","branch_code":"1"}',
  '/call identify_account {"rail":"swift","bic":"?"}',
  '/call identify_account {"bank_code":"044","account_number":"0690000031"}',
  '/call list_banks {"country":"nowhere"}',
  // An argument that does not fit the address.
  '/call fetch {"to":""}',
];
const fetching = actingPatch('fetch', { request: { method: 'GET', path: '/of/{{to}}' } });

it('[tool-call.args.invalid-wherever-found] arguments that are refused only when they are carried out are invalid: three turns are borne, a fourth fails the run', async () => {
  const { client, thread } = await startActing(service, { host, patches: [fetching] });
  const bad = executed.join('\n');
  const codes = async (run: string) => (await callsOf(client, run)).map(({ error }) => error?.code);
  const borne = await converse(client, thread, steps(...times(3, bad), '/say {{last}}'));
  expect(borne.state).toBe('closed');
  expect(borne.message?.content).toMatch(/^\{"error":\{"code":"invalid_args"/);
  expect(await codes(borne.id)).toEqual(times(3 * executed.length, 'invalid_args'));

  const run = await converse(client, thread, steps(...times(4, executed[0] ?? ''), '/say never'));
  expect(run).toMatchObject({ state: 'failed', error: { code: 'invalid_args' } });
  expect(await codes(run.id)).toEqual(times(4, 'invalid_args'));
  const events = await eventsOf(service.db, run.id);
  expect(events.map(({ type }) => type).slice(-2)).toEqual(['tool_call.completed', 'run.failed']);
  expect(host.calls).toEqual([]);
});

it('[run.end.invalid-args] it counts as one row wherever the fault is found, and a turn without any ends the row', async () => {
  const { client, thread } = await startActing(service, { host, patches: [fetching] });
  const [late = ''] = executed;
  const early = '/call ask_user {}';
  const plan = '/call update_plan {"steps":[{"title":"a","status":"done"}]}';
  // Valid calls beside an invalid one are made; two faults in one turn count once.
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
