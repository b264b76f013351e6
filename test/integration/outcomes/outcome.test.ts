import { expect, it } from 'vitest';
import { actingPatch } from '../../support/acting.ts';
import { callsOf, confirm, pendingCall, report, startActing, threadOf } from '../../support/acting-run.ts';
import { converse, post, settled } from '#clients/raw/conversation.ts';
import { eventsOf } from '../../support/events.ts';
import { sharedService } from '../../support/service.ts';

const service = sharedService();
const sign = actingPatch('sign', { interaction: 'proposed_action', risk: { base: 'high' } });
const script = '/call sign {"to":"Bo"}\n---\n/say {{last}}';
const unknownCall = '01a1fc7c-0975-778e-afbc-bbd83218d280';

/** A run that awaits the outcome of what it proposed. */
async function proposed() {
  const acting = await startActing(service, { patches: [sign] });
  const { id: run, state } = await converse(acting.client, acting.thread, script);
  expect(state).toBe('awaiting_outcome');
  return { ...acting, run, call: await pendingCall(acting.client, acting.thread) };
}

it('[run.states.proposed-action] [thread.list.pending-action] a proposed action pauses the run and shows on the thread as listed and as got', async () => {
  const { client, thread, run, call } = await proposed();
  const pending = {
    run_id: run,
    tool_call_id: call,
    patch_ref: 'sign@1',
    args: { to: 'Bo' },
    created_at: expect.any(String),
    expires_at: expect.any(String),
  };
  expect((await threadOf(client, thread)).pending_action).toEqual(pending);
  const { data: listed } = await client.get('/v1/loom/threads');
  expect(listed).toMatchObject([{ id: thread, pending_action: pending, pending_elicitation: null }]);
  const events = await eventsOf(service.db, run);
  expect(events.map(({ type }) => type)).toEqual(['run.started', 'tool_call.started', 'action.proposed']);
  expect(await callsOf(client, run)).toMatchObject([
    { interaction: 'proposed_action', status: 'pending', gate: null },
  ]);
});

it('[outcome.accepted] [outcome.recorded] [run.states.resume] [thread.list.pending-cleared] an outcome that occurred is recorded, told, and resumes the run', async () => {
  const { client, thread, run, call } = await proposed();
  const detail = { by: 'Ada', pages: [1, 2] };
  const { status, data } = await report(client, run, call, 'occurred', detail);
  expect([status, data]).toEqual([202, { run_id: run, state: 'running' }]);
  expect((await threadOf(client, thread)).pending_action).toBeNull();
  expect(await settled(client, run)).toMatchObject({
    state: 'closed',
    message: { content: JSON.stringify({ state: 'occurred', detail }) },
  });
  expect(await callsOf(client, run)).toMatchObject([
    {
      status: 'ok',
      outcome: { state: 'occurred', detail, created_at: expect.stringMatching(/Z$/) },
      duration_ms: expect.any(Number),
    },
  ]);
  const [told] = (await eventsOf(service.db, run)).filter(({ type }) => type === 'tool_call.completed');
  expect(told?.data).toMatchObject({ tool_call_id: call, status: 'ok' });
});

it('[outcome.accepted] [outcome.recorded] an outcome that failed makes the call failed, and the run goes on', async () => {
  const { client, run, call } = await proposed();
  expect((await report(client, run, call, 'failed')).status).toBe(202);
  expect(await settled(client, run)).toMatchObject({
    state: 'closed',
    reason: 'finished',
    message: { content: '{"state":"failed"}' },
  });
  const [made] = await callsOf(client, run);
  expect(made).toMatchObject({ status: 'failed', outcome: { state: 'failed' } });
  expect(made?.outcome).not.toHaveProperty('detail');
});

it('[outcome.repeated] an outcome reported again is accepted and changes nothing, while the run works and after it', async () => {
  const acting = await startActing(service, { patches: [sign] });
  const { client, thread } = acting;
  const { id: run } = await converse(client, thread, `${script}\n/call ask_user {"question":"?"}`);
  const call = await pendingCall(client, thread);
  await report(client, run, call, 'failed', { why: 'first' });
  await settled(client, run);
  const recorded = await callsOf(client, run);
  const again = await report(client, run, call, 'occurred', { why: 'second' });
  expect([again.status, again.data]).toEqual([202, { run_id: run, state: 'awaiting_input' }]);
  await converse(client, thread, 'Go on');
  const late = await report(client, run, call, 'occurred');
  expect([late.status, late.data]).toEqual([202, { run_id: run, state: 'closed' }]);
  expect((await callsOf(client, run))[0]).toEqual(recorded[0]);
  expect(recorded[0]).toMatchObject({ outcome: { state: 'failed', detail: { why: 'first' } } });
});

it('[outcome.invalid-state] [outcome.unknown-call] [outcome.not-awaiting] [body.dedicated-code-wins] what is no outcome of the pending action is refused, in the order of the checks', async () => {
  const { client, thread, run, call } = await proposed();
  const answerTo = async (id: string, state: unknown) => {
    const { status, error } = await client.post(`/v1/loom/runs/${run}/outcome`, { tool_call_id: id, state });
    return [status, error.code];
  };
  for (const state of ['done', '', 1, null, undefined]) {
    expect(await answerTo(call, state)).toEqual([422, 'invalid_state']);
  }
  expect(await answerTo('no-id', 'occurred')).toEqual([422, 'invalid_request']);
  expect(await answerTo(unknownCall, 'maybe')).toEqual([422, 'invalid_state']);
  expect(await answerTo(unknownCall, 'occurred')).toEqual([404, 'unknown_action']);
  const decision = await confirm(client, run, call);
  expect([decision.status, decision.error.code]).toEqual([422, 'not_awaiting_confirmation']);
  expect((await threadOf(client, thread)).pending_action?.tool_call_id).toBe(call);

  await report(client, run, call);
  await settled(client, run);
  expect(await answerTo(unknownCall, 'occurred')).toEqual([422, 'not_awaiting_outcome']);
});

it('[outcome.not-awaiting] a run that works, asks, or is held at a gate awaits no outcome', async () => {
  const { client, thread } = await startActing(service, {
    patches: [actingPatch('pay', { wired: { gate: 'confirm' } })],
  });
  const codeFor = async (run: string, call: string) => {
    const { status, error } = await report(client, run, call);
    return [status, error.code];
  };
  const refused = [422, 'not_awaiting_outcome'];
  const works = await post(client, thread, '/sleep 600000');
  expect(await codeFor(works, unknownCall)).toEqual(refused);
  await client.post(`/v1/loom/runs/${works}/cancel`);
  const asks = await converse(client, thread, '/call ask_user {"question":"Which?"}');
  expect(asks.state).toBe('awaiting_input');
  const [question] = await service.db.tool_calls.find({ run_id: asks.id }).toArray();
  expect(await codeFor(asks.id, question?._id ?? '')).toEqual(refused);
  expect(await codeFor(asks.id, unknownCall)).toEqual(refused);
  await converse(client, thread, 'This one');
  const held = await converse(client, thread, '/call pay {}');
  expect(await codeFor(held.id, await pendingCall(client, thread))).toEqual(refused);
});

it('[outcome.race] [invariant.decision-seen-once] of ten outcomes at once all are accepted, and the first stands', async () => {
  const { client, run, call } = await proposed();
  const answers = await Promise.all(
    Array.from({ length: 10 }, async (_, index) =>
      report(client, run, call, index % 2 === 0 ? 'occurred' : 'failed', { index }),
    ),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
  const end = await settled(client, run);
  const [made, ...others] = await callsOf(client, run);
  expect(others).toEqual([]);
  const { state, detail } = made?.outcome ?? {};
  expect(state).toBe((detail?.['index'] as number) % 2 === 0 ? 'occurred' : 'failed');
  expect(end).toMatchObject({ state: 'closed', message: { content: JSON.stringify({ state, detail }) } });
  const types = (await eventsOf(service.db, run)).map(({ type }) => type);
  expect(types.filter((type) => type === 'tool_call.completed')).toHaveLength(1);
  expect(types.filter((type) => type === 'message.completed')).toHaveLength(1);
});

it("[decision.other-subject] decisions and outcomes on another subject's or workspace's run are not found", async () => {
  const { client, run, call, thread } = await proposed();
  const stranger = (await service.workspace({ subject: 'ada' })).client;
  for (const other of [client.as('eve'), stranger]) {
    for (const { status, error } of [
      await report(other, run, call),
      await confirm(other, run, call),
      await other.post(`/v1/loom/runs/${run}/cancel`),
    ]) {
      expect([status, error.code]).toEqual([404, 'not_found']);
    }
  }
  // The body is looked at before the run.
  const { status, error } = await report(client.as('eve'), run, call, 'maybe');
  expect([status, error.code]).toEqual([422, 'invalid_state']);
  expect((await threadOf(client, thread)).pending_action?.tool_call_id).toBe(call);
});
