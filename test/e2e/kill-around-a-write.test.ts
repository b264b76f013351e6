import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runWorkflowId } from '#contract/temporal/names.ts';
import { waitUntil } from '#dev/processes/wait-until.ts';
import { callsOf, confirm, pendingCall } from '../support/acting-run.ts';
import { actingPatch, type Host, json, publishActing, startHost } from '../support/acting.ts';
import type { ApiClient } from '../support/api-client.ts';
import { post, settled, startThread } from '../support/conversation.ts';
import { eventsOf } from '../support/events.ts';
import { type ProcessStack, startProcessStack, untilApiAnswers } from '../support/process-stack.ts';

let stack: ProcessStack;
let host: Host;
let client: ApiClient;
let thread: string;

beforeAll(async () => {
  stack = await startProcessStack('write');
});
afterAll(async () => await stack?.stop());

/** With less time than it takes to notice that a worker died: nobody waits for the rest of it. */
const gate = { wired: { gate: 'confirm' as const }, timeout_seconds: 8 };
/** A write that may not be repeated, and one that may. */
const pay = actingPatch('pay', gate);
const put = actingPatch('put', { ...gate, reliability: { idempotent: true, retry: 'always' } });

beforeEach(async () => {
  host = await startHost();
  ({ client } = await stack.workspace());
  const agent = await publishActing(client, host, [pay, put]);
  thread = await startThread(client, agent.id);
});
afterEach(async () => await host.stop());

const script = (patch: string) => `/call ${patch} {"amount":12}\n---\n/say {{last}}`;
const soon = { timeoutMs: 60_000, everyMs: 2 };

/** A run that is held at the gate, and the call it is held for. */
async function held(content = script('pay')): Promise<{ run: string; call: string }> {
  const run = await post(client, thread, content);
  expect((await settled(client, run)).state).toBe('awaiting_input');
  return { run, call: await pendingCall(client, thread) };
}

async function approve({ run, call }: { run: string; call: string }): Promise<void> {
  expect((await confirm(client, run, call)).status).toBe(202);
}

async function untilModelIsAtWork(run: string): Promise<void> {
  const workflow = stack.temporal.workflow.getHandle(runWorkflowId(run));
  await waitUntil(
    async () => {
      const { raw } = await workflow.describe();
      return (
        raw.pendingActivities?.some(({ lastStartedTime }) => (lastStartedTime ?? null) !== null) === true
      );
    },
    { ...soon, what: 'the model turn has begun' },
  );
}

async function untilHostIsCalled(times = 1): Promise<void> {
  await waitUntil(() => host.calls.length >= times, { ...soon, what: `the host has ${times} calls` });
}

/** The host takes calls and does not answer; resolves to what it is to answer with. */
function holdAnswers(): ServerResponse[] {
  const open: ServerResponse[] = [];
  host.answer = (_, response) => open.push(response);
  return open;
}

/** All that came of a run and its call, when the run has ended. */
async function storyOf(run: string) {
  const ended = await settled(client, run);
  const events = await eventsOf(stack.db, run);
  return {
    run: ended.state,
    told: ended.message === undefined ? undefined : (JSON.parse(ended.message.content) as unknown),
    keys: host.calls.map(({ headers }) => headers['idempotency-key']),
    calls: (await callsOf(client, run)).map(({ status, error, decision }) => ({
      status,
      error: error?.code,
      decision: decision?.decision,
    })),
    turns: await stack.db.turns.countDocuments({ run_id: run }),
    events: events.map(({ seq, type, data }) => [seq, type, data['status']]),
  };
}

/** Everything once, and a run that has closed: what is killed on the way changes none of it. */
const storyWith = (call: string, parts: { status: string; told: unknown; error?: string }) => ({
  run: 'closed',
  told: parts.told,
  keys: [call],
  calls: [{ status: parts.status, error: parts.error, decision: 'approve' }],
  turns: 2,
  events: [
    [1, 'run.started', undefined],
    [2, 'write.confirmation_requested', undefined],
    [3, 'tool_call.started', undefined],
    [4, 'tool_call.completed', parts.status],
    [5, 'message.completed', undefined],
    [6, 'run.completed', undefined],
  ],
});
const madeOnce = (call: string) => storyWith(call, { status: 'ok', told: { ok: true } });
const unknownOutcome = (call: string) =>
  storyWith(call, {
    status: 'failed',
    error: 'outcome_unknown',
    told: { error: { code: 'outcome_unknown', message: expect.stringContaining('may have taken effect') } },
  });

describe('the worker is killed', () => {
  it('[invariant.at-most-once-call] in the model turn that leads to the write: it pauses once, and is made once', async () => {
    const run = await post(client, thread, `/sleep 1000\n${script('pay')}`);
    await untilModelIsAtWork(run);
    await stack.kill('worker');
    await stack.restart('worker');
    expect((await settled(client, run)).state).toBe('awaiting_input');
    const call = await pendingCall(client, thread);
    await approve({ run, call });
    expect(await storyOf(run)).toEqual(madeOnce(call));
  });

  it('[invariant.at-most-once-call] while the run is paused: the decision that follows is carried out once', async () => {
    const paused = await held();
    await stack.kill('worker');
    await stack.restart('worker');
    await approve(paused);
    expect(await storyOf(paused.run)).toEqual(madeOnce(paused.call));
  });

  it('[invariant.accepted-decision-never-lost] [invariant.at-most-once-call] before it hears of a decision: the decision is carried out once', async () => {
    const paused = await held();
    await stack.kill('worker');
    await approve(paused);
    expect(host.calls).toEqual([]);
    await stack.restart('worker');
    expect(await storyOf(paused.run)).toEqual(madeOnce(paused.call));
  });

  it('[tool-call.outcome-unknown] [invariant.at-most-once-call] while the host works: what may not be repeated is not, and the model is told that its outcome is unknown', async () => {
    holdAnswers();
    const paused = await held();
    await approve(paused);
    await untilHostIsCalled();
    await stack.kill('worker');
    await stack.restart('worker');
    expect(await storyOf(paused.run)).toEqual(unknownOutcome(paused.call));
  });

  it('[tool-call.retry.always] [tool-call.retry.idempotency-key] while the host works: what may be repeated is, under the same key', async () => {
    const open = holdAnswers();
    const paused = await held(script('put'));
    await approve(paused);
    await untilHostIsCalled();
    await stack.kill('worker');
    host.answer = (_, response) => json(response, 200, { ok: true });
    await stack.restart('worker');
    const { call } = paused;
    expect(await storyOf(paused.run)).toEqual({ ...madeOnce(call), keys: [call, call] });
    expect(open).toHaveLength(1);
  });

  it('[invariant.at-most-once-call] at the instant of the host’s answer: the call is not made again, known or not', async () => {
    const killed = Promise.withResolvers<void>();
    host.answer = (_, response) => {
      response.once('finish', () => killed.resolve(stack.kill('worker')));
      json(response, 200, { ok: true });
    };
    const paused = await held();
    await approve(paused);
    await killed.promise;
    await stack.restart('worker');
    // The answer was sent. The worker may have read and stored it before it died, or not.
    expect([madeOnce(paused.call), unknownOutcome(paused.call)]).toContainEqual(await storyOf(paused.run));
  });

  it('[invariant.at-most-once-call] as soon as the result is stored: the call is not made again, and its result reaches the model', async () => {
    const paused = await held(`/call pay {"amount":12}\n---\n/sleep 500\n/say {{last}}`);
    await approve(paused);
    await waitUntil(async () => (await stack.db.tool_calls.findOne({ _id: paused.call }))?.status === 'ok', {
      ...soon,
      what: 'the result is stored',
    });
    await stack.kill('worker');
    await stack.restart('worker');
    expect(await storyOf(paused.run)).toEqual(madeOnce(paused.call));
  });
});

describe('Temporal is away when a decision comes', () => {
  it('[invariant.accepted-decision-never-lost] [invariant.at-most-once-call] it is accepted all the same, and carried out once though the API that took it is killed', async () => {
    const paused = await held();
    await stack.kill('temporal');
    await approve(paused);
    await stack.kill('api');
    await stack.restart('temporal');
    await stack.restart('api');
    expect(await storyOf(paused.run)).toEqual(madeOnce(paused.call));
  });

  it('[invariant.accepted-decision-never-lost] [invariant.at-most-once-call] it is carried out once though the API is killed between the write and the signal', async () => {
    const paused = await held();
    // A server that is stopped takes the signal into its socket and never reads it, for it is killed after.
    stack.signal('temporal', 'SIGSTOP');
    const answer = confirm(client, paused.run, paused.call).catch(() => 'cut off');
    await waitUntil(
      async () => (await stack.db.tool_calls.findOne({ _id: paused.call }))?.decision !== undefined,
      { ...soon, what: 'the decision is stored' },
    );
    await stack.kill('api');
    expect(await answer).toBe('cut off');
    await stack.kill('temporal');
    await stack.restart('temporal');
    await stack.restart('api');
    await untilApiAnswers(stack.apiUrl);
    expect(await storyOf(paused.run)).toEqual(madeOnce(paused.call));
  });
});
