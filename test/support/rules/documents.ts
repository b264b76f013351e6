import { hash } from 'node:crypto';
import { toJsonText } from '#contract/json-text.ts';
import type { Patch } from '#contract/patch.ts';
import type { AgentTool, JudgedCall, TurnTaken } from '#engine/rules/inputs.ts';
import type { RuleContext } from '#engine/rules/stored.ts';
import type { LoadedRun, PauseDocument, RunDocument } from '#engine/documents/run.ts';
import type { ThreadDocument, ThreadPauseDocument } from '#engine/documents/thread.ts';
import { ownEnd, withEnds } from '#engine/rules/ends.ts';
import type { ToolCallDocument } from '#engine/documents/tool-call.ts';

/** The moment at which tests of the rules take place. */
export const now = new Date('2026-01-02T03:04:05.000Z');

/** A moment so many seconds later. */
export function later(seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000);
}

/** RuleContext with ids that count up. */
export function context(at = now): RuleContext {
  let ids = 0;
  return {
    now: at,
    storeNow: () => at,
    newId: () => `id-${(ids += 1)}`,
    seal: (workspace, text) => hash('sha256', `${workspace} ${text}`, 'base64'),
  };
}

/** A run that works; it holds the lock of {@link thread}. */
export function run(fields: Partial<RunDocument> = {}): RunDocument {
  return {
    _id: 'run',
    workspace_id: 'workspace',
    thread_id: 'thread',
    subject_ref: 'subject',
    agent: { id: 'agent', key: 'key', name: 'Agent' },
    origin: 'api',
    state: 'running',
    seq: 1,
    turn_count: 0,
    last_event_seq: 1,
    cost: 0,
    opened_at: now,
    version: 1,
    ...fields,
  };
}

/** A thread on which {@link run} works. */
export function thread(fields: Partial<ThreadDocument> = {}): ThreadDocument {
  return {
    _id: 'thread',
    workspace_id: 'workspace',
    subject_ref: 'subject',
    agent: { id: 'agent', key: 'key', name: 'Agent' },
    title: 'Title',
    untitled: false,
    message_count: 1,
    last_seq: 1,
    last_event_seq: 1,
    active_runs: ['run'],
    pauses: [],
    created_at: now,
    updated_at: now,
    version: 1,
    ...fields,
  };
}

/** A silent call of the run's latest turn that is to be made. */
export function call(fields: Partial<ToolCallDocument> = {}): ToolCallDocument {
  return {
    _id: 'call',
    workspace_id: 'workspace',
    run_id: 'run',
    turn_seq: 1,
    index: 0,
    call_id: 'provider-call',
    name: 'pay',
    patch_ref: 'pay@1',
    interaction: 'silent',
    gate: null,
    status: 'pending',
    reliability: { idempotent: false, retry: 'none' },
    timeout_seconds: 30,
    args: toJsonText({ amount: 5 }),
    started_at: now,
    ...fields,
  };
}

/** A call whose last attempt has begun and not ended. */
export function inFlight(until: Date, fields: Partial<ToolCallDocument> = {}): ToolCallDocument {
  return call({ sending: { attempts: 1, in_flight: true, until }, ...fields });
}

/** A pause of the run for a call. */
export function pause(type: PauseDocument['type'], fields: Partial<PauseDocument> = {}): PauseDocument {
  const times = { created_at: now, ttl_seconds: 60, ...fields };
  return {
    type,
    run_id: 'run',
    tool_call_id: 'call',
    patch_ref: 'pay@1',
    ...times,
    expires_at: ownEnd(times),
    ...(type === 'confirmation' ? {} : { shown: toJsonText({} as never) }),
    shown_length: fields.shown?.length ?? 2,
    ...fields,
  };
}

/** The pauses of a run, as its thread has them. */
export function threadPause(...items: PauseDocument[]): ThreadPauseDocument {
  const [first = pause('question')] = items;
  const { type, run_id, tool_call_id, patch_ref, created_at } = first;
  return {
    type,
    run_id,
    tool_call_id,
    patch_ref,
    created_at,
    calls: items.map((item) => ({ tool_call_id: item.tool_call_id, expires_at: item.expires_at })),
    shown_length: items.reduce((sum, each) => sum + each.shown_length, 0),
  };
}

/** A run of which these calls are held, and a thread that knows of it. */
export function holding(calls: ToolCallDocument[], items: PauseDocument[] = []): LoadedRun {
  const pauses = withEnds(
    items.length > 0 ? items : calls.map(({ _id }) => pause('confirmation', { tool_call_id: _id })),
  );
  return {
    run: run({ state: 'awaiting_input', turn_count: 1, paused_at: now, pauses }),
    thread: thread({ active_runs: [], pauses: [threadPause(...pauses)] }),
    calls,
  };
}

/** A run with one turn taken and these calls, which works. */
export function working(calls: ToolCallDocument[], fields: Partial<RunDocument> = {}): LoadedRun {
  return { run: run({ turn_count: 1, ...fields }), thread: thread(), calls };
}

/** The calls of a run that is paused, by what it waits for. */
const pausingCalls = {
  question: { interaction: 'interactive' },
  confirmation: { interaction: 'silent', gate: 'confirm' },
  outcome: { interaction: 'proposed_action' },
} as const;

/** The particular fields of a paused run. */
export interface PausedFields {
  run?: Partial<RunDocument>;
  call?: Partial<ToolCallDocument>;
  thread?: Partial<ThreadDocument>;
}

/** A run that is paused for a call. */
export function paused(
  type: PauseDocument['type'],
  { run: runFields = {}, call: callFields = {}, thread: threadFields = {} }: PausedFields = {},
): LoadedRun {
  return {
    run: run({
      state: type === 'outcome' ? 'awaiting_outcome' : 'awaiting_input',
      turn_count: 1,
      paused_at: now,
      pauses: [pause(type)],
      ...runFields,
    }),
    thread: thread({
      active_runs: [],
      pauses: [threadPause(...(runFields.pauses ?? [pause(type)]))],
      ...threadFields,
    }),
    calls: [call({ ...pausingCalls[type], ...callFields })],
  };
}

/** A patch, wired to an agent. */
export function tool(patch: Partial<Patch> = {}, wired: Partial<AgentTool['wired']> = {}): AgentTool {
  const key = patch.key ?? 'pay';
  const whole: Patch = {
    ref: `${key}@1`,
    version: 1,
    key,
    description: 'Pays.',
    interaction: 'silent',
    input_schema: { type: 'object' },
    risk: { base: 'low' },
    reliability: { idempotent: false, retry: 'none' },
    timeout_seconds: 30,
    created_at: now.toISOString(),
    ...patch,
  };
  return { patch: whole, wired: { ref: whole.ref, ...wired } };
}

/** A call as a model made it, judged. */
export function judged(of: AgentTool = tool(), fields: Partial<JudgedCall> = {}): JudgedCall {
  return { id: 'provider-call', name: of.patch.key, args: { amount: 5 }, tool: of, ...fields };
}

/** A first turn, of words alone unless it is given calls. */
export function turn(fields: Partial<TurnTaken> = {}): TurnTaken {
  return {
    type: 'turn_taken',
    turn: 1,
    model_class: 'fast',
    pause_ttl_seconds: 60,
    text: 'Hello.',
    calls: [],
    input_tokens: 10,
    output_tokens: 5,
    cost: 0,
    request: toJsonText({}),
    response: toJsonText({}),
    texts: [],
    thread_seq: 1,
    message_id: 'reply',
    finish: 'finished',
    started_at: now,
    answered_at: now,
    ...fields,
  };
}
