import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { runWorkflowId } from '#contract/temporal/names.ts';
import { actingPatch, json, startHost } from '../../support/acting.ts';
import { callsOf, confirm, pendingCall, report, startActing, threadOf } from '../../support/acting-run.ts';
import { converse, settled } from '#clients/raw/conversation.ts';
import { eventsOf } from '../../support/events.ts';
import { perTest } from '../../support/per-file.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService();
const host = perTest(startHost);
const patches = [
  actingPatch('look', { timeout_seconds: 300 }),
  actingPatch('seek', { timeout_seconds: 300 }),
  actingPatch('pay', { wired: { gate: 'confirm' } }),
  actingPatch('sign', { interaction: 'proposed_action' }),
];

it('[tool-call.silent-side-by-side] [tool-call.results-together] silent calls overlap, and their results go on together in the order of the calls', async () => {
  const { client, thread } = await startActing(service, { host, patches });
  const waiting: [string, ServerResponse][] = [];
  // Nobody is answered until both have arrived: calls made one after the other would run into their time limit.
  host.answer = ({ path }, response) => {
    waiting.push([path, response]);
    if (waiting.length < 2) return;
    for (const [from, held] of waiting.toReversed()) json(held, 200, { from });
  };
  const run = await converse(client, thread, '/call look {}\n/call seek {}');
  expect(run).toMatchObject({
    state: 'closed',
    message: { content: 'Done.\n{"from":"/look"}\n{"from":"/seek"}' },
  });
  expect((await callsOf(client, run.id)).map(({ patch_ref, status }) => [patch_ref, status])).toEqual([
    ['look@1', 'ok'],
    ['seek@1', 'ok'],
  ]);
});

it('[tool-call.at-most-16] of twenty calls of a turn, sixteen are made at once and the others as those end', async () => {
  const { client, thread } = await startActing(service, { host, patches });
  const run = await converse(client, thread, Array.from({ length: 20 }, () => '/call look {}').join('\n'));
  expect(run).toMatchObject({ state: 'closed' });
  expect((await callsOf(client, run.id)).map(({ status }) => status)).toEqual(
    Array.from({ length: 20 }, () => 'ok'),
  );
  expect(await mostAtOnce(run.id)).toBe(16);
});

/** How many activities of a run were scheduled and not yet done at a time. */
async function mostAtOnce(run: string): Promise<number> {
  const { events } = await service.temporal.workflow.getHandle(runWorkflowId(run)).fetchHistory();
  let [now, most] = [0, 0];
  for (const { activityTaskScheduledEventAttributes: scheduled, ...event } of events ?? []) {
    if (scheduled) now += 1;
    if (event.activityTaskCompletedEventAttributes) now -= 1;
    most = Math.max(most, now);
  }
  return most;
}

it('[tool-call.pausing-in-order] [tool-call.results-together] [run.states.resume] calls that pause wait for the silent ones, then for each other, and the model hears of all at once', async () => {
  const { client, thread } = await startActing(service, { host, patches });
  const script =
    '/call pay {"amount":1}\n/call sign {"to":"Bo"}\n/call look {}\n/call ask_user {"question":"?"}\n/call seek {}';
  const { id, state } = await converse(client, thread, script);
  const shown = async () => {
    const { pending_confirmation, pending_action, pending_elicitation } = await threadOf(client, thread);
    return [pending_confirmation?.patch_ref, pending_action?.patch_ref, pending_elicitation?.kind];
  };
  const none = undefined;
  expect(state).toBe('awaiting_input');
  expect(await shown()).toEqual(['pay@1', none, none]);
  expect(host.calls.map(({ path }) => path).toSorted()).toEqual(['/look', '/seek']);

  const confirmed = await confirm(client, id, await pendingCall(client, thread));
  expect(confirmed.data).toEqual({ run_id: id, state: 'running' });
  expect(await settled(client, id)).toMatchObject({ state: 'awaiting_outcome' });
  expect(await shown()).toEqual([none, 'sign@1', none]);

  expect((await report(client, id, await pendingCall(client, thread))).data).toEqual({
    run_id: id,
    state: 'running',
  });
  expect(await settled(client, id)).toMatchObject({ state: 'awaiting_input' });
  expect(await shown()).toEqual([none, none, 'ask_user']);

  expect(await converse(client, thread, 'Yes')).toMatchObject({
    id,
    state: 'closed',
    message: {
      content: 'Done.\n{"ok":true}\n{"state":"occurred"}\n{"ok":true}\n{"answer":"Yes"}\n{"ok":true}',
    },
  });
  expect(host.calls).toHaveLength(3);
  expect(host.calls[2]).toMatchObject({ path: '/pay', body: { amount: 1 } });
});

it('[tool-call.args.validated-first] a call with invalid arguments neither asks, nor is held, nor proposed, nor made', async () => {
  const { client, thread } = await startActing(service, { host, patches });
  const script =
    '/call pay {"amount":"much"}\n/call sign {"from":1}\n/call ask_user {}\n/call look {"amount":"much"}\n---\n/say sorry';
  const run = await converse(client, thread, script);
  expect(run).toMatchObject({ state: 'closed', message: { content: 'sorry' } });
  expect(host.calls).toEqual([]);
  const calls = await callsOf(client, run.id);
  expect(calls.map(({ patch_ref, status, error }) => [patch_ref, status, error?.code])).toEqual(
    ['pay@1', 'sign@1', 'ask_user@1', 'look@1'].map((ref) => [ref, 'failed', 'invalid_args']),
  );
  expect(calls[0]?.result).toEqual({ error: { code: 'invalid_args', message: 'amount must be number' } });
  const types = new Set((await eventsOf(service.db, run.id)).map(({ type }) => type));
  for (const announced of [
    'elicitation.requested',
    'action.proposed',
    'write.confirmation_requested',
  ] as const) {
    expect(types).not.toContain(announced);
  }
});
