import type { ConfirmGate, PolicyGate } from '#contract/gate.ts';
import { toJsonText } from '#contract/json-text.ts';
import type { Patch } from '#contract/patch.ts';
import type { ToolCallDocument } from '#engine/documents/tool-call.ts';
import type { RunAgent } from '#engine/ports/agents.ts';
import type { Calls, PreparedCall } from '#engine/ports/calls.ts';
import { sentOn } from '#engine/rules/call-connection.ts';
import { digestOf } from '#engine/rules/gates/digest.ts';
import { answeredWithError } from '#engine/rules/host-answer.ts';
import type { AgentTool } from '#engine/rules/inputs.ts';
import { argsOf, failure, inDoubt, isInDoubt } from '#engine/rules/resolve-call.ts';
import type { Attempt } from '#engine/rules/retry-delay.ts';
import type { Chance } from './chance.ts';
import { checkCooled } from './cooling.ts';
import { codedResult, register } from './origins.ts';
import {
  checkChecked,
  checkFacts,
  checkPayment,
  connectionOf,
  nothingHidden,
  requiredOf,
  sealed,
} from './payments.ts';
import type { ServiceProcess } from './process.ts';
import type { Task } from './scheduler.ts';
import { Outage } from './store/store-ports.ts';
import { must } from './violation.ts';
import type { World } from './world.ts';

type Shape = Partial<Patch> & { gated?: true | ConfirmGate | PolicyGate };

const always = { idempotent: false, retry: 'always' } as const;
const safe = { idempotent: true, retry: 'safe' } as const;
const careful = { idempotent: false, retry: 'safe' } as const;
/** The payment that a patch declares: another one with the same policy declares none. */
const declared = {
  amount: '/amount',
  currency: { constant: 'EUR' },
  payee: { account: { iban: '/payee' } },
};
const byPayee = { idempotent: false, retry: 'none' as const, key: ['/payee'] };

/** The condition of a gate that holds large amounts. */
const largeAmount = 500;
const isLarge = { properties: { amount: { minimum: largeAmount } }, required: ['amount'] };

/** A patch of every kind. */
const shapes: Record<string, Shape> = {
  once: { price_credits: 0.000_005 },
  again: { reliability: always },
  keyed: { reliability: safe, trust: 'trusted' },
  careful: { reliability: careful },
  gated: { gated: { type: 'confirm', approvals: 2, on_expiry: 'reject' } },
  gated_priced: { gated: true, price_credits: 0.000_003, reliability: safe },
  pay: { gated: { type: 'policy', policy: 'payments' }, reliability: safe, payment: declared },
  effect: { price_credits: 0.000_006, reliability: byPayee },
  effect_again: { reliability: { ...byPayee, retry: 'always' } },
  effect_gated: { gated: true, reliability: byPayee },
  effect_large: { gated: { type: 'confirm', approvals: 2, when: isLarge }, reliability: byPayee },
  effect_pay: { gated: { type: 'policy', policy: 'payments' }, reliability: byPayee },
  ask: { interaction: 'interactive' },
  ask_priced: { interaction: 'interactive', price_credits: 0.000_002 },
  propose: { interaction: 'proposed_action', price_credits: 0.000_004 },
  hand_over: { interaction: 'handoff', price_credits: 0.000_001 },
  identify_account: {},
  update_plan: {},
  show_block: {},
};

/** The names under which a model calls them. */
export const toolNames = [
  ...Object.keys(shapes),
  'pay',
  'pay',
  'effect_large',
  'effect_large',
  'effect_large',
];

/** Those of calls that may be held. */
export const gatedNames = Object.entries(shapes).flatMap(([name, { gated }]) =>
  gated === undefined ? [] : [name],
);

const tools = Object.entries(shapes).map(([key, shape]) => toTool(key, shape));

/** The published patches, by ref. */
export const patches = new Map(tools.map(({ patch }) => [patch.ref, patch]));

function toTool(key: string, { gated, ...shape }: Shape): AgentTool {
  const patch: Patch = {
    ref: `${key}@1`,
    version: 1,
    key,
    description: key,
    interaction: 'silent',
    input_schema: { type: 'object', properties: { mismatched: false } },
    risk: { base: 'low' },
    reliability: { idempotent: false, retry: 'none' },
    timeout_seconds: 12,
    created_at: '2026-01-01T00:00:00.000Z',
    ...shape,
  };
  return {
    patch,
    wired: {
      ref: patch.ref,
      ...(gated === undefined ? {} : { gate: gated === true ? ('confirm' as const) : gated }),
    },
  };
}

/** The agent of every run. */
export const agent: RunAgent = {
  _id: 'agent',
  workspace_id: 'workspace',
  key: 'key',
  name: 'Agent',
  instructions: 'Help.',
  model_class: 'fast',
  patches: tools.map(({ wired }) => wired),
  limits: { max_turns: 6, pause_ttl_seconds: 60 },
};

/** A request as it was sent to a host. */
export interface SentRequest {
  /** The number of the attempt by its mark. */
  attempt: number;
  args: string;
  /** Its result, if there was one. It may remain unknown. */
  answer?: Attempt;
  /** The host has done what was requested, whatever it answers. */
  acted?: true;
  /** The process that received the answer, and was never frozen. */
  heardBy?: { process: ServiceProcess; task: Task | undefined };
  /** The process could not make sense of the answer. */
  broke?: true;
}

/** The patch whose calls the service answers itself. */
export const isAnsweredHere = (ref: string) => ref === register;

/** The calls of agents, as a process makes them. */
export function callsOf(world: World, process: ServiceProcess): Calls {
  const ask = async <Result>(label: string, effect: (chance: Chance) => Result) =>
    await process.send(label, effect, (chance) => (chance.oneIn(48) ? 'refused' : 'none'));
  return {
    answer: async (_run, call) => {
      if (!isAnsweredHere(call.patch_ref)) return undefined;
      const resolution = { status: 'ok' as const, result: toJsonText({ found: 1, ...codedResult(call) }) };
      return await ask('looks up', () => ({
        resolution,
        charge: { amount: 7, reason: 'identify' as const },
      }));
    },
    prepare: async (_run, call, isAsHeld) =>
      await ask('prepares the call', (chance) => {
        const drawn = world.isCalm ? 9 : chance.below(48);
        if (drawn === 0) throw new Outage('the connection cannot be read');
        if (drawn === 1) throw new Error('a fault of the service');
        if (drawn === 2) return { impossible: failure('no_connection', 'It is gone.') };
        if (drawn === 3) return { impossible: failure('invalid_args', 'They do not fit.') };
        const on = sentOn(call.workspace_id, connectionOf(world));
        if (!isAsHeld(on)) return 'moved';
        return prepared(world, process, { call, configuration: on.configurationBy(sealed) }, drawn < 12);
      }),
  };
}

/** A call, and the connection that was read to send it. */
interface Outgoing {
  call: ToolCallDocument;
  configuration: string;
}

function prepared(
  world: World,
  process: ServiceProcess,
  outgoing: Outgoing,
  tookTime: boolean,
): PreparedCall {
  const { call } = outgoing;
  const runNow = world.memory.tables.runs.get(call.run_id);
  const isCancelled = runNow?.cancel_requested === true && runNow.closing === undefined;
  const send = async (until: Date) => {
    const request = noteSent(world, outgoing, { isLate: process.now >= until });
    if (request.answer !== undefined) return request.answer;
    world.check(() => {
      must(
        !tookTime || !isCancelled,
        'a call is not sent if the run was cancelled while it was prepared',
        call,
      );
    });
    const { scheduler } = world;
    const { task } = scheduler;
    return await new Promise<Attempt>((resolve, reject) => {
      const end = (label: string, attempt: Attempt, chance: Chance) => {
        request.answer = attempt;
        process.hear(label, chance, () => {
          if (process.freezes === 0) request.heardBy = { process, task };
          resolve(attempt);
        });
      };
      const happen = (chance: Chance) => {
        const drawn = world.isCalm ? 9 : chance.below(12);
        const answer = answerOf(drawn, scheduler.elapsedMs, call);
        if (actsOn(drawn, chance)) request.acted = true;
        if (answer === 'breaks') {
          request.broke = true;
          return process.hear('it breaks off', chance, () => reject(new Error('broken')));
        }
        if (answer !== 'hangs') return end('the answer of the host', answer, chance);
        const due = until.getTime() - scheduler.now;
        const expired = { transient: true, noEffect: false, resolution: inDoubt('No answer.') };
        scheduler.add({
          owner: process,
          task,
          label: 'the host has not answered in time',
          due: scheduler.elapsedMs + Math.max(0, due),
          happen: (then) => end('that the host is silent', expired, then),
        });
      };
      const label = `the host gets ${call.name} (attempt ${request.attempt})`;
      scheduler.add({ owner: process, task, label, due: scheduler.elapsedMs, leaves: true, happen });
    });
  };
  return { send, connection_id: connectionOf(world).id, ...(tookTime ? { tookTime } : {}) };
}

function answerOf(drawn: number, at: number, call: ToolCallDocument): Attempt | 'hangs' | 'breaks' {
  const request = toJsonText({ at });
  const error = (status: number, retryAfterMs?: number): Attempt => {
    const { resolution, ...attempt } = answeredWithError({ status, retryAfterMs });
    return { ...attempt, resolution: { ...resolution, request } };
  };
  switch (drawn) {
    case 0:
      return 'hangs';
    case 1:
      return 'breaks';
    case 2:
      return error(422);
    case 3:
      return { resolution: { ...inDoubt('It broke.'), request }, transient: true, noEffect: false };
    case 4:
      return error(503, 2000);
    case 5:
      return error(502);
    case 6:
      return error(303);
    case 7: {
      const result = toJsonText({ unreadable: true, at });
      return { resolution: { status: 'ok', result, request }, transient: false, noEffect: false };
    }
    default: {
      const result = toJsonText({ done: at, ...codedResult(call) });
      return { resolution: { status: 'ok', result, request }, transient: false, noEffect: false };
    }
  }
}

/** Whether the host does what is requested: always before a 2xx, never before it refuses or puts off, and perhaps otherwise. */
function actsOn(drawn: number, chance: Chance): boolean {
  if (drawn === 2 || drawn === 4) return false;
  return drawn > 6 || chance.oneIn(2);
}

/** Checks that the call may be sent now, by what is stored. */
function noteSent(
  world: World,
  { call, configuration }: Outgoing,
  { isLate }: { isLate: boolean },
): SentRequest {
  const stored = world.memory.tables.calls.get(call._id);
  const sent = world.sent.get(call._id) ?? [];
  world.sent.set(call._id, sent);
  const request: SentRequest = { attempt: (call.sending?.attempts ?? 0) + 1, args: call.args };
  sent.push(request);
  if (isLate)
    request.answer = { transient: true, noEffect: true, resolution: failure('timeout', 'It is too late.') };
  if (isLate) return request;
  const run = world.memory.tables.runs.get(call.run_id);
  const line = world.memory.tables.threads.get(run?.thread_id ?? '')?.active_runs;
  // Somebody may have corrected it to what its policy allows.
  const isApproved = stored?.decision?.decision === 'approve' || stored?.revised_from !== undefined;
  world.check(() => {
    const about = { call, stored, sent };
    must((stored?.sending?.attempts ?? 0) >= sent.length, 'every attempt is marked before it is sent', about);
    must(
      mayRepeatOf(stored) || line?.[0] === call.run_id || isApproved,
      'only the run that has the thread lock makes calls, apart from those that people have approved',
      { ...about, line },
    );
    if (stored === undefined) return must(false, 'a call that is sent is stored', about);
    // The approved call is sent, even if the stored one was changed.
    must(
      stored.args === call.args || stored.gate !== null,
      'a call is sent with the arguments that are stored',
      about,
    );
    const decisions = [
      ...(stored.approvals ?? []),
      ...(stored.decision === undefined ? [] : [stored.decision]),
    ];
    const approvers = new Set(
      decisions.filter(({ decision }) => decision === 'approve').map(({ actor }) => actor),
    );
    must(
      approvers.size >= requiredOf(stored),
      'a gated call is sent only after as many different actors have approved it as its gate requires',
      about,
    );
    must(
      stored.gate === null ||
        decisions.every(({ digest }) => digest === digestOf(call, { seal: nothingHidden })),
      'a gated call is sent as those who approved it were shown it',
      about,
    );
    must(
      stored.gate === null || configuration === call.connection?.configuration,
      'a gated call is sent on the connection that those who approved it were shown',
      { ...about, configuration },
    );
    must(
      stored.gate === null ||
        decisions.every(({ request_id }) => world.people.hasApproved(request_id, stored._id)),
      'nobody has approved a call with what they said of another one',
      about,
    );
    must(!('mismatched' in argsOf(call)), 'a call is sent only with arguments that fit their schema', about);
    checkPayment(stored);
    checkLarge(stored);
    world.rejections.checkSent(stored);
    checkChecked(world, stored);
    checkFacts(world, stored);
    checkCooled(world, stored);
    const { task } = world.scheduler;
    world.freezes.checkSent(task, stored.sending?.by, stored);
    const mayRepeat = mayRepeatOf(stored);
    const seenMade = world.temporal.workflows.get(call.run_id)?.seenMade.has(call._id) === true;
    must(mayRepeat || !seenMade, 'a call that its workflow has seen made is not made again', about);
    const retry = stored.reliability?.retry ?? 'none';
    const again = world.temporal.workflows.get(call.run_id)?.isOfTurnTakenAgain(stored) === true;
    must(
      retry === 'always' || !again,
      'a turn that is taken again makes no call that may not always be repeated',
      about,
    );
    must(mayRepeat || stored.status === 'pending', 'a call that is told as over is not sent', about);
    const before = sent.slice(0, -1);
    must(retry !== 'none' || before.length === 0, 'a call that may not be repeated is sent once', about);
    must(
      mayRepeat || before.every(({ answer }) => answer?.noEffect === true),
      'a call on which the host may have acted is repeated only if that does no harm',
      about,
    );
    const others = [...world.memory.tables.calls.values()].filter(
      (other) => other._id !== call._id && mayHaveEffect(world, other, stored.effect?.key),
    );
    must(
      others.length === 0 || isApprovedAgain(stored),
      'an effect is made once, unless somebody has approved that it is made again',
      { ...about, others },
    );
    const done = [...world.memory.tables.calls.values()].filter(
      (other) => other._id !== call._id && hasEffect(world, other, stored.effect?.key),
    );
    must(
      done.length === 0 || isApprovedAgain(stored),
      'what a host has done is not done again, unless somebody has approved that',
      { ...about, done },
    );
    must(
      stored.gate === null || world.mayExecute(stored),
      'a gated call is not sent on an approval that is too old',
      about,
    );
  });
  return request;
}

/** A call's obligations by its amount alone, whatever gate was recorded. */
function checkLarge(call: ToolCallDocument): void {
  const { amount } = argsOf(call);
  const isSmall = typeof amount === 'number' && amount < largeAmount;
  const given = [...(call.approvals ?? []), ...(call.decision === undefined ? [] : [call.decision])];
  must(
    call.name !== 'effect_large' || isSmall || given.length > 1,
    'a call whose gate has a condition is sent only if its amount is read and small, or two have approved it',
    call,
  );
}

/** Whether somebody has approved a call who was shown what it repeats. */
function isApprovedAgain({ effect, decision }: ToolCallDocument): boolean {
  return effect?.repeats !== undefined && decision?.decision === 'approve';
}

/** Whether a call has made an effect, is making it, or may have made it, as far as the store knows. */
function mayHaveEffect(
  { sent }: World,
  { _id, effect, sending, status, error }: ToolCallDocument,
  key: string | undefined,
): boolean {
  const attempts = sent.get(_id) ?? [];
  if (key === undefined || effect?.key !== key) return false;
  if (attempts.every(({ answer }) => answer?.noEffect === true)) return false;
  // A restored store has lost that it was sent.
  if (sending === undefined) return false;
  return status !== 'failed' || isInDoubt({ status, error });
}

/** Whether the host has made an effect, by what really happened. */
function hasEffect(
  { sent }: World,
  { _id, effect, sending }: ToolCallDocument,
  key: string | undefined,
): boolean {
  if (key === undefined || effect?.key !== key) return false;
  // A restored store has lost that it was sent.
  return sending !== undefined && (sent.get(_id) ?? []).some(({ acted }) => acted === true);
}

function mayRepeatOf(call: ToolCallDocument | undefined): boolean {
  const { retry = 'none', idempotent = false } = call?.reliability ?? {};
  return retry === 'always' || (retry === 'safe' && idempotent);
}
