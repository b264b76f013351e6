import { toMicrocredits } from '#contract/credits.ts';
import { defined } from '#contract/defined.ts';
import { type JsonText, toJsonText } from '#contract/json-text.ts';
import type { MessagePart } from '#contract/message.ts';
import { reasonOf } from '#contract/words/reason.ts';
import { effectiveRisk } from '#patches/risk.ts';
import { summarize } from '#patches/summary.ts';
import type { LoadedRun, RunDocument } from '../documents/run.ts';
import type { ToolCallDocument } from '../documents/tool-call.ts';
import { waitsFor } from './calls.ts';
import { endOf, failed } from './ending.ts';
import type { RunEvent } from './events.ts';
import { gateOf, plainGate } from './gates/gate-of-call.ts';
import { checkHeldKnown } from './gates/held-beside.ts';
import { checkKnown, earlierOf, refusedBefore } from './gates/turned-down.ts';
import { withStageClock } from './gates/stage-clock.ts';
import { type WaitingCall, waitingCall } from './gates/waiting-call.ts';
import { holdCalls, nextToHold, placed } from './hold-calls.ts';
import type { AgentTool, CallRefusal, JudgedCall, TurnTaken } from './inputs.ts';
import { withLasting } from './lasting-calls.ts';
import { countInvalidTurn, tooManyInvalidTurns } from './invalid-turns.ts';
import { redactedArgs } from './redaction.ts';
import { withTries } from './model-tries.ts';
import { replyKind, replyOf } from './reply.ts';
import { completedEvent, failure, startedEvent } from './resolve-call.ts';
import type { Charge } from './charge.ts';
import type { Step } from './step.ts';
import type { RuleContext } from './stored.ts';

/** A call as it is recorded with its turn: some are resolved at once, others have to be made or pause the run. */
interface RecordedCall extends WaitingCall {
  events: RunEvent[];
  /** A rich block for the reply. */
  block?: Extract<MessagePart, { type: 'data' }>;
  handsOff?: boolean;
}

/**
 * A model turn was taken. A turn without calls ends the run. Calls are recorded with the turn. If none of them can be
 * made first, those that need a person pause the run in the same step. A run for which a cancellation was
 * requested neither pauses nor makes calls.
 */
export function turnTaken(stored: LoadedRun, input: TurnTaken, context: RuleContext): Step {
  const { run } = stored;
  // Arguments may be long: they are written once.
  const texts = input.calls.map(({ args }) => toJsonText(args));
  const reason = reasonOf(input.shown ?? input.text);
  const recorded = input.calls.map((call, index) =>
    record(
      stored,
      input,
      { judged: call, text: texts[index] ?? toJsonText(call.args), index, reason },
      context,
    ),
  );
  const newCalls = recorded.map(({ call }) => withLasting(call, run));
  if (input.calls.some(({ asked }) => asked !== undefined)) {
    checkKnown(stored.thread, input.turned_down_known);
    checkHeldKnown(stored, input.held_known);
  }
  const blocks = [
    ...(run.blocks ?? []),
    ...recorded.flatMap(({ block }) => (block === undefined ? [] : [toJsonText(block)])),
  ];
  const invalid = newCalls.some(({ error }) => error?.code === 'invalid_args');
  const invalid_turns = invalid ? countInvalidTurn(run.invalid_turns, input.turn) : run.invalid_turns;
  const step: Step = {
    by: 'workflow',
    turn: turnDocument(run, input, texts, context),
    newCalls,
    charges: [{ amount: input.cost, reason: 'turn' }, ...recorded.flatMap(({ call }) => priceOf(call))],
    events: recorded.flatMap(({ events }) => events),
    run: {
      ...(blocks.length === 0 ? {} : { blocks }),
      ...(recorded.some(({ handsOff }) => handsOff) ? { handed_off: true } : {}),
      ...defined({ invalid_turns }),
      ...toolConnections(run, input),
      // They stand on the turn from now on.
      ...(run.tries === undefined ? {} : { tries: [] }),
    },
  };
  if (newCalls.length === 0) {
    const { reply, finish } = input;
    if (reply !== undefined && 'faults' in reply) return withInvalidReply(step, run);
    const message = replyOf(
      input.message_id,
      [...input.texts, input.shown ?? input.text],
      blocks,
      reply,
      finish,
    );
    return {
      ...step,
      state: { state: 'closed', reason: run.handed_off === true ? 'handoff' : finish },
      // An agent may hand over without a word. Any other reply has some.
      ...(message.content.trim() === '' ? {} : { message }),
    };
  }
  if (tooManyInvalidTurns(invalid_turns)) return withEnd(step, failed('invalid_args'), newCalls, context);
  if (run.cancel_requested === true) {
    return withEnd(step, { state: 'closed', reason: 'cancelled' }, newCalls, context);
  }
  if (newCalls.some((call) => waitsFor(call) === 'execution')) return step;
  const next = new Set(nextToHold(newCalls));
  if (next.size === 0) return step;
  // Their arguments are parsed and redacted already.
  const waiting = recorded.flatMap((each, index) => {
    const call = newCalls[index];
    return call === undefined || !next.has(call)
      ? []
      : [{ ...each, call: withStageClock(call, context.now) }];
  });
  const held = placed(waiting);
  const pause = holdCalls(run, held, input.pause_ttl_seconds, context);
  const changed = new Map(held.map(({ call }) => [call._id, call]));
  return {
    ...step,
    ...pause,
    newCalls: newCalls.map((each) => changed.get(each._id) ?? each),
    events: [...(step.events ?? []), ...pause.events],
  };
}

/** The connections that a run belongs to from now on, if it calls tools of others than before. */
function toolConnections(
  { connection, connections = [] }: RunDocument,
  { calls }: TurnTaken,
): Pick<RunDocument, 'connections'> {
  const ofTools = calls.flatMap(({ tool }) => tool?.patch.mcp?.connection_id ?? []);
  const all = new Set([...connections, ...ofTools.filter((id) => id !== connection?.id)]);
  return all.size === connections.length ? {} : { connections: [...all] };
}

/** The model gets the faults of its reply once: the run's next turn has to correct it. */
function withInvalidReply(step: Step, { reply_repaired }: RunDocument): Step {
  return reply_repaired === true
    ? { ...step, state: failed('invalid_reply') }
    : { ...step, run: { ...step.run, reply_repaired: true } };
}

/** Ends the run in the step that records its calls: those that are not made yet are recorded as ended. */
function withEnd(
  step: Step,
  state: NonNullable<Step['state']>,
  newCalls: ToolCallDocument[],
  { now }: RuleContext,
): Step {
  const ended = endOf(newCalls, state, now);
  const changed = new Map(ended.calls.map(({ before, set }) => [before._id, set]));
  return {
    ...step,
    state,
    newCalls: newCalls.map((call) => ({ ...call, ...changed.get(call._id) })),
    events: [...(step.events ?? []), ...ended.events],
  };
}

function turnDocument(
  run: RunDocument,
  input: TurnTaken,
  texts: readonly JsonText[],
  { newId }: RuleContext,
): NonNullable<Step['turn']> {
  const { turn, model_class, text, shown, calls, input_tokens, output_tokens, cost } = input;
  const { request, response, started_at, answered_at, reply, model, failed } = input;
  const tries = withTries(run.tries, failed);
  const { reasoning, cached_input_tokens, left_out, thread_seq } = input;
  return {
    _id: newId(),
    workspace_id: run.workspace_id,
    run_id: run._id,
    agent_id: run.agent.id,
    seq: turn,
    model_class,
    ...defined({ model }),
    text,
    ...defined({ shown }),
    ...(reply !== undefined && 'faults' in reply ? { reply_faults: reply.faults } : {}),
    calls: calls.map(({ id, name, args, given, unparsed }, index) => ({
      id,
      name,
      ...(unparsed === undefined
        ? { args: (given && toJsonText(given)) ?? texts[index] ?? toJsonText(args) }
        : { unparsed }),
    })),
    ...defined({ reasoning, cached_input_tokens, left_out }),
    thread_seq,
    input_tokens,
    output_tokens,
    cost,
    request,
    response,
    ...(tries.length === 0 ? {} : { tries }),
    started_at,
    created_at: answered_at,
  };
}

/** A call that a policy denies is not made. */
function refusalOf(judged: JudgedCall): CallRefusal | undefined {
  const gate = gateOf(judged);
  return gate?.verdict === 'deny' ? { code: 'denied_by_policy', message: gate.message } : undefined;
}

/** Why a block is not shown that clients would take for the reply. */
const keptKind: CallRefusal = {
  code: 'invalid_args',
  message: `kind: ${replyKind} is kept for the reply itself`,
};

function posesAsReply({ tool, args }: JudgedCall): boolean {
  return tool?.patch.ref === 'show_block@1' && args['kind'] === replyKind;
}

/** Whether a call does nothing but show its arguments to somebody. What is executed or decided on is never changed. */
function onlyShows({ patch: { interaction, ref } }: AgentTool): boolean {
  if (interaction === 'interactive' || interaction === 'handoff') return true;
  return ref === 'update_plan@1' || ref === 'show_block@1';
}

function priceOf({ status, cost = 0 }: ToolCallDocument): Charge[] {
  return status === 'ok' && cost > 0 ? [{ amount: cost, reason: 'patch' }] : [];
}

/** The calls of the thread that were turned down before a call was made, and which of these asked for the same. */
type EarlierCalls = ReturnType<typeof earlierOf> & { turned_down_known: number | undefined };

/** A call of the model, its arguments as they are stored, and its position in the turn. */
interface MadeCall {
  judged: JudgedCall;
  text: JsonText;
  index: number;
  /** The text of its turn, as people see it. */
  reason: string | undefined;
}

/** The approved arguments are executed: they are stored with the call (confirm.executes-what-was-shown). */
function record(
  { run, thread }: LoadedRun,
  { turn, structured }: TurnTaken,
  made: MadeCall,
  context: RuleContext,
): RecordedCall {
  const { judged } = made;
  const { tool, args, shown = args, earlier = [] } = judged;
  const known = { turned_down_known: thread.turned_down, ...earlierOf(earlier) };
  const waiting = callDocument(run, turn, made, context, known);
  const { call } = waiting;
  const refusal =
    judged.refusal ??
    refusalOf(judged) ??
    refusedBefore(earlier, thread) ??
    (structured && posesAsReply(judged) ? keptKind : undefined);
  const started = () =>
    startedEvent(call, shown === waiting.args ? waiting.shown : redactedArgs(call, shown));
  if (refusal !== undefined || tool === undefined) {
    const { code, message } = refusal ?? { code: 'denied', message: `The agent has no patch ${call.name}.` };
    const refused = { ...call, ...failure(code, message), finished_at: context.now };
    const status = code === 'denied' || code === 'denied_by_policy' ? 'denied' : 'failed';
    return { ...waiting, call: refused, events: [started(), completedEvent(refused, status)] };
  }
  const { patch } = tool;
  if (patch.interaction === 'handoff') {
    const data = { ...waiting.shown, patch_ref: call.patch_ref };
    return { ...done(waiting, [{ type: 'handoff.requested', data }], context), handsOff: true };
  }
  switch (patch.ref) {
    case 'update_plan@1':
      return done(waiting, [{ type: 'plan.updated', data: { steps: shown['steps'] } }], context);
    case 'show_block@1': {
      const { kind, payload, ref } = shown;
      const block = {
        type: 'data' as const,
        kind: String(kind),
        payload,
        ...defined({ ref }),
      };
      return { ...done(waiting, [], context), block };
    }
    default: {
      const startsNow = call.gate === null && patch.interaction === 'silent';
      return { ...waiting, events: startsNow ? [started()] : [] };
    }
  }
}

function callDocument(
  run: RunDocument,
  turn: number,
  { judged, text, index, reason }: MadeCall,
  { now, newId }: RuleContext,
  { turned_down_known, ...earlier }: EarlierCalls,
): WaitingCall {
  const { id, name, args, given, shown = args, tool, connection, effect, asked, refusal } = judged;
  const { accounts, payment, origins, context } = judged;
  const stored = tool !== undefined && onlyShows(tool) ? shown : args;
  const common = {
    _id: newId(),
    workspace_id: run.workspace_id,
    run_id: run._id,
    turn_seq: turn,
    index,
    call_id: id,
    name,
    status: 'pending' as const,
    args: stored === args ? text : toJsonText(stored),
    started_at: now,
  };
  if (tool === undefined) {
    const call = {
      ...common,
      patch_ref: name,
      interaction: 'silent' as const,
      gate: null,
      timeout_seconds: 0,
    };
    return waitingCall(call, stored);
  }
  const { patch, wired } = tool;
  const gate = refusal === undefined ? gateOf(judged) : undefined;
  const isHeld = gate?.verdict === 'hold';
  const call: ToolCallDocument = {
    ...common,
    patch_ref: patch.ref,
    interaction: patch.interaction,
    // One that is refused before its gate is looked at says what the agent has.
    gate: isHeld || (refusal !== undefined && wired.gate !== undefined) ? 'confirm' : null,
    ...(gate === undefined || gate === plainGate ? {} : { applied_gate: gate }),
    risk: { base: patch.risk.base, effective: effectiveRisk(patch.risk.base, wired.risk) },
    reliability: patch.reliability,
    timeout_seconds: patch.timeout_seconds,
    ...(patch.price_credits === undefined ? {} : { price: toMicrocredits(patch.price_credits) }),
    ...defined({ redact: patch.redact, effect, payment, origins }),
    ...(given === undefined ? {} : { filled: Object.keys(patch.fill ?? {}) }),
    ...(context === undefined ? {} : { context: toJsonText(context) }),
  };
  const waiting = waitingCall(call, stored);
  if (!isHeld) return waiting;
  const held = {
    ...call,
    ...defined({ connection, accounts, asked, turned_down_known, reason }),
    ...earlier,
    // The event shows what the summary shows, which is built from the redacted arguments.
    summary: summarize(patch, waiting.shown),
  };
  return { ...waiting, call: held };
}

/** A call in which nobody else takes part is ok together with its turn. */
function done(waiting: WaitingCall, events: RunEvent[], { now }: RuleContext): RecordedCall {
  const { call, shown } = waiting;
  const resolved: ToolCallDocument = {
    ...call,
    status: 'ok',
    result: toJsonText({ ok: true }),
    ...defined({ cost: call.price }),
    finished_at: now,
  };
  const all = [startedEvent(resolved, shown), ...events, completedEvent(resolved, 'ok')];
  return { ...waiting, call: resolved, events: all };
}
