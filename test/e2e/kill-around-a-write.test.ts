import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runWorkflowId } from '#contract/temporal/names.ts';
import { waitUntil } from '#tools/dev/processes/wait-until.ts';
import { callsOf, confirm, pendingCall } from '../support/acting-run.ts';
import { actingPatch, type Host, type HostCall, json, publishActing, startHost } from '../support/acting.ts';
import type { ApiClient } from '../support/api-client.ts';
import { post, publishScripted, settled, startThread } from '#clients/raw/conversation.ts';
import { eventsOf } from '../support/events.ts';
import { connectMcp, importRefs } from '../support/mcp/imports.ts';
import { type McpHost, mcpTool, startMcpHost } from '#tools/dev/stand-ins/mcp-host.ts';
import { patience, waitMs } from '../support/patience.ts';
import { startProcessStack, untilApiAnswers } from '../support/process-stack.ts';
import { perFile } from '../support/per-file.ts';

vi.setConfig(patience);

const stack = perFile(() => startProcessStack('write'));
const hosts: { stop(): Promise<void> }[] = [];

afterAll(async () => await Promise.all(hosts.map(async (host) => await host.stop())));

/** The time for which the host of a call is silent: more than passes until the worker is killed on a slow machine. */
const gate = { wired: { gate: 'confirm' as const }, timeout_seconds: 30 };
/** A write that may not be repeated, and one that may. */
const pay = actingPatch('pay', gate);
const put = actingPatch('put', { ...gate, reliability: { idempotent: true, retry: 'always' } });

/** A thread whose agent writes to a host of its own. */
interface Scene<Of extends { calls: Called[] } = Host> {
  host: Of;
  client: ApiClient;
  thread: string;
}

/** A request as a host of either kind got it. */
type Called = Pick<HostCall, 'headers'>;

/** A scene whose host is an MCP server with the tools of the same names. */
async function newMcpScene(): Promise<Scene<McpHost>> {
  const host = await startMcpHost({ tools: [mcpTool('pay'), mcpTool('put')] });
  hosts.push(host);
  const { client } = await stack.workspace();
  const { timeout_seconds } = gate;
  const overrides = {
    pay: { timeout_seconds, reliability: { idempotent: false, retry: 'none' } },
    put: { timeout_seconds, reliability: { idempotent: true, retry: 'always' } },
  };
  const refs = await importRefs(client, await connectMcp(client, host.url), { overrides });
  const agent = await publishScripted(client, {
    patches: Object.values(refs).map((ref) => ({ ref, gate: 'confirm' })),
  });
  return { host, client, thread: await startThread(client, agent.id) };
}

async function newScene(): Promise<Scene> {
  const host = await startHost();
  hosts.push(host);
  const { client } = await stack.workspace();
  const agent = await publishActing(client, host, [pay, put]);
  return { host, client, thread: await startThread(client, agent.id) };
}

/** A scene with a run that is held at the gate, and the call that it is held for. */
interface Held<Of extends { calls: Called[] } = Host> extends Scene<Of> {
  run: string;
  call: string;
}

const script = (patch: string) => `/call ${patch} {"amount":12}\n---\n/say {{last}}`;
const soon = { timeoutMs: waitMs, everyMs: 5 };

async function held(content = script('pay')): Promise<Held> {
  const scene = await newScene();
  return await untilHeld({ ...scene, run: await post(scene.client, scene.thread, content) });
}

async function untilHeld<Of extends { calls: Called[] }>(
  scene: Scene<Of> & { run: string },
): Promise<Held<Of>> {
  expect((await settled(scene.client, scene.run)).state).toBe('awaiting_input');
  return { ...scene, call: await pendingCall(scene.client, scene.thread) };
}

async function approve({ client, run, call }: Pick<Held, 'client' | 'run' | 'call'>): Promise<void> {
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

async function untilHostIsCalled({ host }: { host: { calls: Called[] } }): Promise<void> {
  await waitUntil(() => host.calls.length > 0, { ...soon, what: 'the host is called' });
}

/** A run that is held before it calls a tool of an MCP server. */
async function heldTool(tool: string): Promise<Held<McpHost>> {
  const scene = await newMcpScene();
  return await untilHeld({ ...scene, run: await post(scene.client, scene.thread, script(tool)) });
}

/** Approves a call that its host takes and does not answer. */
async function approveToHang(scene: Held | Held<McpHost>): Promise<void> {
  scene.host.answer = () => {};
  await approve(scene);
  await untilHostIsCalled(scene);
}

/** All that came of a run and its call, when the run has ended. */
async function storyOf({ client, host, run }: Held<{ calls: Called[] }>) {
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
const madeOnce = ({ call }: Pick<Held, 'call'>) => storyWith(call, { status: 'ok', told: { ok: true } });
const unknownOutcome = ({ call }: Pick<Held, 'call'>) =>
  storyWith(call, {
    status: 'failed',
    error: 'outcome_unknown',
    told: { error: { code: 'outcome_unknown', message: expect.stringContaining('may have taken effect') } },
  });

describe('the worker is killed', () => {
  /** Each of these runs is at a point of its own when the worker dies: one death, which takes its time, is of all. */
  let inTurn: Scene & { run: string };
  let paused: Held;
  let unheard: Held;
  let unanswered: Held;
  let repeatable: Held;
  let answered: Held;
  let stored: Held;
  let atTool: Held<McpHost>;
  let atRepeatableTool: Held<McpHost>;

  beforeAll(async () => {
    [paused, unheard, unanswered, repeatable, answered, stored, atTool, atRepeatableTool] = await Promise.all(
      [
        held(),
        held(),
        held(),
        held(script('put')),
        held(),
        held(`/call pay {"amount":12}\n---\n/sleep 6000\n/say {{last}}`),
        heldTool('pay'),
        heldTool('put'),
      ],
    );
    const scene = await newScene();
    inTurn = { ...scene, run: await post(scene.client, scene.thread, `/sleep 6000\n${script('pay')}`) };
    await Promise.all([untilModelIsAtWork(inTurn.run), approve(stored)]);
    await waitUntil(async () => (await stack.db.tool_calls.findOne({ _id: stored.call }))?.status === 'ok', {
      ...soon,
      what: 'the result is stored',
    });
    // The last thing before the death: these calls have only so much time.
    await Promise.all([unanswered, repeatable, atTool, atRepeatableTool].map(approveToHang));
    const killed = Promise.withResolvers<void>();
    answered.host.answer = (_, response) => {
      response.once('finish', () => killed.resolve(stack.kill('worker')));
      json(response, 200, { ok: true });
    };
    await approve(answered);
    await killed.promise;
    await approve(unheard);
    repeatable.host.answer = (_, response) => json(response, 200, { ok: true });
    atRepeatableTool.host.answer = (_, reply) =>
      reply.result({ content: [], structuredContent: { ok: true } });
    await stack.restart('worker');
  });

  it('[invariant.at-most-once-call] in the model turn that leads to the write: it pauses once, and is made once', async () => {
    const late = await untilHeld(inTurn);
    await approve(late);
    expect(await storyOf(late)).toEqual(madeOnce(late));
  });

  it('[invariant.at-most-once-call] while the run is paused: the decision that follows is carried out once', async () => {
    await approve(paused);
    expect(await storyOf(paused)).toEqual(madeOnce(paused));
  });

  it('[invariant.accepted-decision-never-lost] [invariant.at-most-once-call] before it hears of a decision: the decision is carried out once', async () => {
    expect(await storyOf(unheard)).toEqual(madeOnce(unheard));
  });

  it('[tool-call.outcome-unknown] [invariant.at-most-once-call] while the host works: what may not be repeated is not, and the model is told that its outcome is unknown', async () => {
    expect(await storyOf(unanswered)).toEqual(unknownOutcome(unanswered));
  });

  it('[tool-call.retry.always] [tool-call.retry.idempotency-key] while the host works: what may be repeated is, under the same key', async () => {
    const { call } = repeatable;
    expect(await storyOf(repeatable)).toEqual({ ...madeOnce(repeatable), keys: [call, call] });
  });

  it('[mcp-connection.sent] [tool-call.outcome-unknown] [invariant.at-most-once-call] while an MCP server works: a tool that may not be called again is not, and the model is told that its outcome is unknown', async () => {
    expect(await storyOf(atTool)).toEqual(unknownOutcome(atTool));
  });

  it('[mcp-connection.sent] [tool-call.retry.idempotency-key] while an MCP server works: a tool that may be called again is, under the same key', async () => {
    const { call } = atRepeatableTool;
    expect(await storyOf(atRepeatableTool)).toEqual({ ...madeOnce(atRepeatableTool), keys: [call, call] });
  });

  it('[invariant.at-most-once-call] at the instant of the host’s answer: the call is not made again, known or not', async () => {
    // The answer was sent. The worker may have read and stored it before it died, or not.
    expect([madeOnce(answered), unknownOutcome(answered)]).toContainEqual(await storyOf(answered));
  });

  it('[invariant.at-most-once-call] as soon as the result is stored: the call is not made again, and its result reaches the model', async () => {
    expect(await storyOf(stored)).toEqual(madeOnce(stored));
  });
});

describe('Temporal is away when a decision comes', () => {
  let cutOff: Held;
  let accepted: Held;
  let answer: 'cut off' | { status: number };

  beforeAll(async () => {
    [cutOff, accepted] = await Promise.all([held(), held()]);
    // A server that is frozen never reads a signal, for it is gone after.
    stack.proxies.temporal.freeze();
    await approve(accepted);
    const asked = confirm(cutOff.client, cutOff.run, cutOff.call).catch(() => 'cut off' as const);
    await waitUntil(
      async () => (await stack.db.tool_calls.findOne({ _id: cutOff.call }))?.decision !== undefined,
      { ...soon, what: 'the decision is stored' },
    );
    await stack.kill('api');
    answer = await asked;
    await stack.proxies.temporal.cut();
    await stack.proxies.temporal.restore();
    await stack.restart('api');
    await untilApiAnswers(stack.apiUrl);
  });

  it('[invariant.accepted-decision-never-lost] [invariant.at-most-once-call] it is accepted all the same, and carried out once though the API that took it is killed', async () => {
    expect(await storyOf(accepted)).toEqual(madeOnce(accepted));
  });

  it('[invariant.accepted-decision-never-lost] [invariant.at-most-once-call] it is carried out once though the API is killed between the write and the signal', async () => {
    // An API that lives for as long as it waits for Temporal has accepted the decision before it dies.
    expect(['cut off', 202]).toContain(answer === 'cut off' ? answer : answer.status);
    expect(await storyOf(cutOff)).toEqual(madeOnce(cutOff));
  });
});
