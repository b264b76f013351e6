import { fromJsonText, type JsonText, toJsonText } from '#contract/json-text.ts';
import { isPaused, isTerminal } from '#contract/run-state.ts';
import type { EventDocument } from '#engine/documents/event.ts';
import type { MessageDocument } from '#engine/documents/message.ts';
import type { RunDocument } from '#engine/documents/run.ts';
import type { ThreadDocument } from '#engine/documents/thread.ts';
import type { ToolCallDocument } from '#engine/documents/tool-call.ts';
import { digestOf } from '#engine/rules/gates/digest.ts';
import { waitsFor } from '#engine/rules/calls.ts';
import { holdingGateOf } from '#engine/rules/gates/gate-of-call.ts';
import { modelCallId } from '#engine/rules/model-call-id.ts';
import { heldAs } from '#engine/rules/pause.ts';
import { replyKind } from '#engine/rules/reply.ts';
import { resultForModel } from '#engine/rules/result-for-model.ts';
import { actorKey } from '#contract/same-actor.ts';
import type { Changes } from '#engine/rules/stored.ts';
import { checkWaits } from './cooling.ts';
import type { ToldResults } from './models.ts';
import { checkOrigins, register } from './origins.ts';
import { nothingHidden } from './payments.ts';
import { must } from './violation.ts';
import type { World } from './world.ts';

/** Ten years, which stand for the end of a freeze. */
const frozenMs = 10 * 365 * 24 * 60 * 60 * 1000;

/** After how long an entry of the outbox is due, and how far clocks differ. */
const [toldWithinMs, mostSkewMs] = [10_000, 1000];

/** The result of a call that its gate declined because nobody had decided in time. */
const expiredResult = '{"declined":true,"detail":{"reason":"expired"}}';

/** Invariants of a run and its thread after every write. */
export function checkRun(world: World, runId: string): void {
  const { memory } = world;
  const run = memory.tables.runs.get(runId);
  const thread = memory.tables.threads.get(run?.thread_id ?? '');
  if (run === undefined || thread === undefined) return;
  const calls = memory.callsOf(runId);
  const events = memory.tables.events.get(thread._id) ?? [];
  const ofRun = events.filter(({ run_id }) => run_id === runId);
  checkThread(world, thread, events);
  checkMoves(world, run, calls);
  checkPause(world, run, thread);
  checkWaits(run, calls);
  world.freezes.checkStored(run, calls);
  checkEvents(run, ofRun);
  checkCallEvents(run, calls, ofRun);
  checkMoney(world, run, calls);
  checkReply(world, run);
  for (const call of calls) {
    checkCall(world, run, call);
    checkOrigins(world, call);
  }
  checkGoesOn(world, runId);
}

/** Invariants of the runs of a thread after a run or its workflow has progressed. */
export function checkGoesOn(world: World, runId: string): void {
  const { runs, threads } = world.memory.tables;
  const thread = threads.get(runs.get(runId)?.thread_id ?? '');
  if (thread === undefined) return;
  for (const each of runsOf(world, thread._id)) checkReachable(world, each, thread);
}

function runsOf({ memory }: World, threadId: string): RunDocument[] {
  return [...memory.tables.runs.values()].filter(({ thread_id }) => thread_id === threadId);
}

function checkThread(world: World, thread: ThreadDocument, events: readonly EventDocument[]): void {
  const messages = world.memory.tables.messages.get(thread._id) ?? [];
  const runs = runsOf(world, thread._id);
  const before = world.lastThreads.get(thread._id);
  world.lastThreads.set(thread._id, thread);
  const lastFirst = before?.active_runs[0];
  must(
    lastFirst === undefined || !thread.active_runs.includes(lastFirst) || thread.active_runs[0] === lastFirst,
    'the run that has the thread lock keeps it for as long as it works on the thread',
    { lastFirst, line: thread.active_runs },
  );
  must(
    isCounted(events.map(({ thread_seq }) => thread_seq)) && thread.last_event_seq === events.length,
    'the events of a thread are numbered without gaps',
    events,
  );
  must(
    isCounted(messages.map(({ seq }) => seq)) &&
      thread.last_seq === messages.length &&
      thread.message_count === messages.length,
    'the messages of a thread are numbered without gaps',
    messages,
  );
  const working = runs.filter(({ state }) => state === 'running').map(({ _id }) => _id);
  must(isSame(working, thread.active_runs), 'the line of a thread has its running runs, each once', {
    working,
    thread,
  });
  const paused = runs.filter(({ state }) => isPaused(state)).map(({ _id }) => _id);
  const pauses = thread.pauses.map(({ run_id }) => run_id);
  must(isSame(paused, pauses), 'a thread has one pause for each of its paused runs', { paused, thread });
  // Those that never paused have waited for their first turn since their message.
  const waiting = thread.active_runs
    .slice(1)
    .flatMap((id) => runs.filter(({ _id, turn_count }) => _id === id && turn_count === 0))
    .map(({ seq }) => seq);
  must(
    waiting.every((seq, index) => index === 0 || seq > (waiting[index - 1] ?? 0)),
    'runs wait for their first turn in the order of their messages',
    thread.active_runs,
  );
  must(
    thread.outbox === undefined || thread.outbox.run_id === thread.active_runs[0],
    'only the first run of a thread is granted its lock',
    thread,
  );
  checkGrant(world, before, thread);
}

/** A run that takes the thread lock over is notified, or its workflow has begun since, and reads it. */
function checkGrant(
  { temporal, affected }: World,
  before: ThreadDocument | undefined,
  thread: ThreadDocument,
): void {
  const grant = before?.outbox;
  if (grant === undefined || affected.has(grant.run_id) || thread.outbox?.version === grant.version) return;
  const workflow = temporal.workflows.get(grant.run_id);
  if (thread.active_runs[0] !== grant.run_id || workflow?.isOpen !== true) return;
  const isTold = temporal.grants.has(`${grant.run_id} ${grant.version}`);
  const grantedAt = grant.due_at.getTime() - toldWithinMs - mostSkewMs;
  must(
    isTold || workflow.startedAt.getTime() >= grantedAt,
    'a grant of the thread lock is kept until it is delivered',
    grant,
  );
}

function isCounted(numbers: (number | null | undefined)[]): boolean {
  return numbers.every((number, index) => number === index + 1);
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.toSorted().join() === others.toSorted().join();
}

function checkMoves(world: World, run: RunDocument, calls: ToolCallDocument[]): void {
  const { cancelled, askedToCancel } = world.people;
  // A restored store may have lost a cancel that the workflow received.
  const mayBeAsked = run.cancel_requested ?? (world.affected.has(run._id) && askedToCancel.has(run._id));
  must(
    !cancelled.has(run._id) || run.cancel_requested === true || isTerminal(run.state),
    'an accepted cancel stands',
    run,
  );
  const isToEnd = run.cancel_requested === true || run.closing !== undefined;
  must(
    !isPaused(run.state) ||
      !isToEnd ||
      run.pauses?.every(({ not_before }) => not_before !== undefined) === true,
    'a run that is to end waits for nothing but approved calls that are to be sent',
    run,
  );
  must(
    run.reason !== 'cancelled' || mayBeAsked || world.cancelledFromOutside.has(run._id),
    'a run is cancelled only if somebody has asked for that',
    run,
  );
  const before = world.lastStates.get(run._id) ?? 'running';
  must(
    run.cancel_requested !== true ||
      run.closing !== undefined ||
      before !== 'running' ||
      askedToCancel.has(run._id) ||
      world.affected.has(run._id),
    'a message cancels no run that waits for no decision any more',
    run,
  );
  // Asked for by a message, which a restored store may lose.
  if (run.cancel_requested === true) askedToCancel.add(run._id);
  world.lastStates.set(run._id, run.state);
  must(!isTerminal(before) || before === run.state, 'a run that has ended stays as it is', run);
  must(
    !isPaused(before) ||
      run.state !== 'failed' ||
      world.temporal.workflows.get(run._id)?.isOpen !== true ||
      world.affected.has(run._id),
    'a paused run fails only if its workflow is lost',
    run,
  );
  const workflow = world.temporal.workflows.get(run._id);
  for (const { _id, status, error, request, result, sending, decision, tries = [] } of calls) {
    if (status !== 'pending' && !world.resolved.has(_id)) {
      const isApproved = decision?.decision === 'approve' && isPaused(before);
      must(
        !isApproved ||
          !['cancelled', 'expired', 'outcome_unknown'].includes(error?.code ?? '') ||
          (tries.at(-1)?.at ?? 0) >= decision.created_at ||
          (sending !== undefined && error?.code === 'outcome_unknown' && run.state === 'awaiting_input') ||
          world.cancelledFromOutside.has(run._id) ||
          world.affected.has(run._id) ||
          run.state === 'failed' ||
          // Nobody has had it made in time while the run, which is to close, waits for one that cools off or is frozen.
          (run.closing !== undefined &&
            !world.isYoung(decision.created_at.getTime() + world.approvalValidMs - 2000, 0)),
        'what was approved is made before its run closes',
        { run, _id, decision, error, sending },
      );
      world.resolved.add(_id);
      // The API, which ends a paused run, does not know what the workflow has seen.
      const isUntold = error?.code === 'cancelled' || error?.code === 'expired' || result === expiredResult;
      const isKnown = workflow?.isOpen === true && workflow.seenMade.has(_id) && !isPaused(before);
      must(!isKnown || !isUntold, 'a call that its workflow has seen made is told as outcome_unknown', {
        run,
        _id,
        error,
      });
    }
    if (sending?.in_flight !== true || error?.code !== 'outcome_unknown' || request !== undefined) continue;
    const sent = world.sent.get(_id) ?? [];
    if (world.known.has(_id) || sent.some(({ broke }) => broke === true)) continue;
    world.known.add(_id);
    const now = world.scheduler.now + 1000;
    const about = { _id, error, sending, now: new Date(now) };
    must(now >= sending.until.getTime(), 'a call is given its time before it is told as unknown', about);
    const last = sent.findLast(({ attempt }) => attempt === sending.attempts);
    const hasGivenUp = last?.heardBy?.process.state === 'alive' && last.heardBy.task?.over === true;
    must(!hasGivenUp, 'whoever has heard the answer of a host tries to store it until it is stored', about);
  }
}

function checkPause({ memory }: World, run: RunDocument, thread: ThreadDocument): void {
  const pause = thread.pauses.find(({ run_id }) => run_id === run._id);
  const items = run.pauses ?? [];
  must(
    JSON.stringify(pause?.calls) ===
      JSON.stringify(
        run.pauses?.map(({ tool_call_id, expires_at, not_before }) => ({
          tool_call_id,
          expires_at,
          not_before,
        })),
      ),
    'a run waits for what its thread has',
    { run, pause },
  );
  must((pause === undefined) === (run.paused_at === undefined), 'a run knows since when it waits', {
    run,
    pause,
  });
  must(
    items.length < 2 || items.every(({ type }) => type === 'confirmation'),
    'a run waits for one thing, or for decisions on several calls',
    run,
  );
  checkHeldTogether(memory.callsOf(run._id), run);
  for (const item of items) {
    const call = memory.tables.calls.get(item.tool_call_id);
    must(
      item.ttl_seconds > 0 && call?.status === 'pending' && call.decision === undefined,
      'a pause has a time to live and a call that waits for somebody',
      { item, call },
    );
  }
}

/** Invariants of the calls of a turn that are held at the same moment. */
function checkHeldTogether(calls: ToolCallDocument[], run: RunDocument): void {
  const items = run.pauses ?? [];
  const latest = calls.filter(({ turn_seq }) => turn_seq === run.turn_count);
  const waiting = latest.filter(
    ({ status, gate, decision, interaction }) =>
      status === 'pending' && gate === 'confirm' && decision === undefined && interaction === 'silent',
  );
  const isHeld = (call: ToolCallDocument) => items.some(({ tool_call_id }) => tool_call_id === call._id);
  must(
    !waiting.some(isHeld) || waiting.every((call) => isHeld(call) || call.lapsed_decisions !== undefined),
    'all calls of a turn that need a confirmation are held together',
    { run, waiting },
  );
  must(
    run.state !== 'running' ||
      waiting.every(({ set, lapsed_decisions }) => set === undefined || lapsed_decisions !== undefined),
    'a run works again when each of its held calls is resolved',
    { run, waiting },
  );
  const places = items.flatMap(({ position }) => position ?? []);
  const of = new Set(waiting.filter(isHeld).flatMap(({ set }) => set?.of ?? []));
  must(
    new Set(places).size === places.length && of.size <= 1,
    'each held call has its own place, which one that takes its place has too',
    { items, waiting },
  );
  const closing = items.filter((item) => item.on_expiry !== 'reject' && item.not_before === undefined);
  for (const item of items) {
    const endOf = ({ created_at, ttl_seconds }: typeof item) => created_at.getTime() + ttl_seconds * 1000;
    const end =
      item.not_before === undefined
        ? Math.min(...[item, ...closing].map(endOf))
        : Math.max(endOf(item), item.not_before.getTime() + (item.frozen === undefined ? 0 : frozenMs));
    must(
      item.expires_at.getTime() === end,
      'a held call ends when one beside it that is not decided ends the run, or before',
      { item, items },
    );
  }
}

function checkEvents(run: RunDocument, events: EventDocument[]): void {
  must(
    isCounted(events.map(({ seq }) => seq)) && run.last_event_seq === events.length,
    'the events of a run are numbered without gaps',
    { run, events },
  );
  must(events[0]?.type === 'run.started', 'the first event of a run says that it has started', events[0]);
  const ends = events.filter(({ type }) => type === 'run.completed' || type === 'run.failed');
  must(ends.length === (isTerminal(run.state) ? 1 : 0), 'a run that has ended says so once', { run, ends });
  const last = events.at(-1)?.type;
  const expected = run.state === 'closed' ? 'run.completed' : 'run.failed';
  must(!isTerminal(run.state) || last === expected, 'the last event of a run is its end', { run, last });
  must(
    isTerminal(run.state) === (run.closed_at !== undefined),
    'a run has a time of its end when it has ended',
    run,
  );
}

/** Which call each event is about. */
const callIds = new WeakMap<EventDocument, unknown>();

function callOf(event: EventDocument): string {
  if (!callIds.has(event)) callIds.set(event, event.data && fromJsonText(event.data)['tool_call_id']);
  return String(callIds.get(event));
}

function checkCallEvents(run: RunDocument, calls: ToolCallDocument[], events: EventDocument[]): void {
  const told = (type: string) => events.filter((event) => event.type === type).map(callOf);
  const [started, completed] = [told('tool_call.started'), told('tool_call.completed')];
  must(new Set(started).size === started.length, 'a call starts once', started);
  const waits = events
    .filter(({ type }) => type.startsWith('approval.'))
    .map(({ type, data }) => {
      const { tool_call_id, stage, waiting_since } = data === undefined ? {} : fromJsonText(data);
      return [type, tool_call_id, stage, waiting_since].join();
    });
  must(
    new Set(waits).size === waits.length,
    'approvers are reminded of a call once for each time that it waits at a stage, and it is escalated once',
    waits,
  );
  const lapses = calls.reduce((sum, { lapsed_decisions = [] }) => sum + lapsed_decisions.length, 0);
  const held = told('write.confirmation_requested').length;
  const gated = calls.filter(({ gate }) => gate !== null).length;
  must(held <= gated + lapses, 'a call is held once, and once more each time it goes back to its gate', {
    calls,
    held,
  });
  const resolved = calls.filter(({ status }) => status !== 'pending').map(({ _id }) => _id);
  must(isSame(resolved, completed), 'a call is told as completed once, with its result', {
    run,
    resolved,
    completed,
  });
  must(
    !isTerminal(run.state) || resolved.length === calls.length,
    'no call is pending when its run has ended',
    { run, calls },
  );
}

function checkCall(world: World, run: RunDocument, call: ToolCallDocument): void {
  const firstOutcome = world.firstOutcomes.get(call._id);
  if (firstOutcome === undefined && call.outcome !== undefined)
    world.firstOutcomes.set(call._id, call.outcome);
  else must(call.outcome === firstOutcome, 'the first report of an outcome counts', call);
  const expiry = world.expiries.get(call._id);
  const word = call.decision ?? (call.status === 'ok' ? call.outcome : undefined);
  must(
    word === undefined || expiry === undefined || word.created_at < expiry,
    'nobody decides on or reports what is over, but for a late report',
    { call, expiry },
  );
  if (call.repeated === true) {
    const others = [...world.memory.tables.calls.values()].filter(({ _id }) => _id !== call._id);
    must(
      others.some(({ effect, result }) => effect?.key === call.effect?.key && result === call.result),
      'a call that repeats another one has its result',
      call,
    );
  }
  const counted = [...(call.approvals ?? []), ...(call.decision === undefined ? [] : [call.decision])];
  const approvers = counted.filter(({ decision }) => decision === 'approve').map(({ actor }) => actor);
  must(new Set(approvers).size === approvers.length, 'an actor counts once', call);
  must(
    !counted.some(({ request_id }) =>
      call.withdrawn_decisions?.some((withdrawn) => withdrawn.request_id === request_id),
    ),
    'an approval that was taken back does not count',
    call,
  );
  const pause = run.pauses?.find(({ tool_call_id }) => tool_call_id === call._id);
  must(
    pause?.type !== 'confirmation' ||
      (pause.approved_by ?? []).join() === (call.approvals ?? []).map(({ actor }) => actorKey(actor)).join(),
    'a held call shows the approvals that it has',
    { pause, call },
  );
  must(
    pause?.type !== 'confirmation' ||
      call.accounts === undefined ||
      pause.digest === digestOf(call, { seal: nothingHidden }),
    'what a held payment shows is what is stored, and sent',
    { pause, call },
  );
  const sent = world.sent.get(call._id);
  // A restored store may have lost all attempts at it.
  if (sent === undefined || sent.length === 0 || call.status === 'pending') return;
  const { result, error, request } = call;
  must(
    call.status === 'ok' || error?.code === 'outcome_unknown' || !sent.some(({ acted }) => acted === true),
    'what a host has done is told as done or as unknown',
    { call, sent },
  );
  // The request is that of the last attempt, if the result is that of an earlier one.
  const isAnswer =
    sent.some(({ answer }) => answer?.resolution.result === result) &&
    (request === undefined || sent.some(({ answer }) => answer?.resolution.request === request));
  // It went back to its gate, because the host certainly had not acted on it, and was rejected there.
  const isRejected =
    (call.decision?.decision === 'reject' || result === expiredResult) && call.sending?.sent === undefined;
  // The host certainly had not acted on it when it was to be sent once more.
  const isFrozen = error?.code === 'frozen' && call.sending?.sent === undefined;
  must(
    isAnswer || error?.code === 'outcome_unknown' || isRejected || isFrozen,
    'a call that was sent has the result of an attempt, or an unknown one',
    { call, sent },
  );
}

function checkMoney(world: World, run: RunDocument, calls: ToolCallDocument[]): void {
  const { tables } = world.memory;
  const changes = tables.ledger.get(run._id) ?? [];
  const charged = -changes.reduce((sum, { delta }) => sum + delta, 0);
  must(charged === run.cost, 'the ledger has what the run has cost', { run, changes });
  const held = changes.reduce((sum, change) => sum + (change.held ?? 0), 0);
  must(
    held === (isTerminal(run.state) ? 0 : (run.hold ?? 0)),
    'credits are held for as long as a run is open',
    { run, changes },
  );
  const turns = tables.turns.get(run._id) ?? [];
  must(
    isCounted(turns.map(({ seq }) => seq)) && run.turn_count === turns.length,
    'turns are taken once, in order',
    turns,
  );
  const expected =
    turns.reduce((sum, { cost }) => sum + cost, 0) +
    calls
      .filter(({ status, repeated }) => status === 'ok' && repeated !== true)
      .reduce((sum, { price = 0, patch_ref }) => sum + (patch_ref === register ? 7 : price), 0);
  must(run.cost === expected, 'each turn and each priced call that is ok is charged once', { run, expected });
}

function checkReply({ memory, hasReplySchema }: World, run: RunDocument): void {
  const said = (memory.tables.messages.get(run.thread_id) ?? []).filter(({ run_id }) => run_id === run._id);
  const replies = said.filter(({ role }) => role === 'assistant');
  const isFinished = run.reason === 'finished' || run.reason === 'handoff';
  must(replies.length === (isFinished ? 1 : 0), 'a run that has finished has one reply', { run, replies });
  must(said[0]?.role === 'user' && said[0].seq === run.seq, 'a run begins with its message', said);
  if (!hasReplySchema) return;
  const faulty = (memory.tables.turns.get(run._id) ?? []).filter(
    ({ reply_faults }) => reply_faults !== undefined,
  );
  must(
    faulty.length <= 1 || (faulty.length === 2 && isTerminal(run.state)),
    'a reply that does not fit its schema is returned to the model once',
    { run, faulty },
  );
  must(run.reason !== 'finished' || hasData(replies[0]), 'a run with a schema finishes with data', {
    run,
    replies,
  });
}

/** Whether the last part of a reply is the data that its schema asks for. */
function hasData(reply: MessageDocument | undefined): boolean {
  const parts = reply?.parts === undefined ? [] : fromJsonText(reply.parts);
  const last = parts.at(-1);
  return last?.type === 'data' && last.kind === replyKind;
}

/**
 * An open run will continue: by its outbox entry, or by its workflow's work or wait. Losses of a restored store are
 * found by comparing both.
 */
function checkReachable(world: World, run: RunDocument, thread: ThreadDocument): void {
  if (world.affected.has(run._id)) return;
  const workflow = world.temporal.workflows.get(run._id);
  const isFirst = thread.active_runs[0] === run._id;
  const waitsForLock = workflow?.waits === true && workflow.doing.startsWith('Waits until no other run');
  if (waitsForLock && (run.state !== 'running' || isFirst)) {
    must(
      willBeNotified(run, thread),
      'a workflow that waits for the thread lock is notified when its wait is over',
      {
        run,
        thread,
      },
    );
  }
  const approved = world.memory
    .callsOf(run._id)
    .filter(
      ({ set, decision, ...call }) =>
        set !== undefined && decision !== undefined && call.status === 'pending',
    );
  must(
    !waitsForLock || approved.length === 0 || run.outbox !== undefined,
    'a call that was approved does not wait until no other run works',
    { run, approved },
  );
  const pausedFor = workflow?.waits === true ? workflow.pausedFor : undefined;
  // A pause that is over for a client ends for its workflow by its timer.
  const isTold = run.reason === 'expired' || !isTerminal(run.state) || run.outbox !== undefined;
  must(pausedFor === undefined || isTold, 'a workflow whose run has ended waits for nothing', {
    run,
    pausedFor,
  });
  if (isTerminal(run.state) || run.outbox !== undefined || thread.outbox?.run_id === run._id) return;
  if (workflow?.state === 'terminated') return;
  must(workflow?.isOpen === true, 'an open run has a workflow, or is to be started', {
    run,
    state: workflow?.state,
  });
  const pausedCall = pausedFor?.tool_call_id;
  must(
    pausedCall === undefined || thread.pauses.some(({ tool_call_id }) => tool_call_id === pausedCall),
    'a workflow that waits for a call waits for the pause of its run',
    { run, pausedCall },
  );
  if (pausedFor !== undefined) checkPaused(world, run);
}

/** A workflow that waits for people, with nothing under way, has had all else done that its run can do meanwhile. */
function checkPaused({ memory, faulted }: World, run: RunDocument): void {
  if (!isPaused(run.state) || run.closing !== undefined || faulted.has(run._id)) return;
  const calls = memory.callsOf(run._id);
  // One that cools off is made at its time.
  const unmade = calls.filter((call) => waitsFor(call) === 'execution' && call.not_before === undefined);
  must(unmade.length === 0, 'a workflow that waits for people has every approved call made', { run, unmade });
  const unheld = calls.filter(
    (call) => waitsFor(call) === 'confirmation' && heldAs(run, call._id) === undefined,
  );
  must(unheld.length === 0, 'a call whose approval has lapsed is held again beside the others', {
    run,
    unheld,
  });
}

function willBeNotified({ _id, outbox, cancel_requested }: RunDocument, thread: ThreadDocument): boolean {
  return (
    thread.outbox?.run_id === _id ||
    outbox?.kind === 'lockGranted' ||
    ((outbox?.kind === 'resume' || outbox?.kind === 'look') && outbox.let_in === true) ||
    (outbox !== undefined && cancel_requested === true)
  );
}

/** Invariants of the notifications of approvers while a call waits, and of who may approve. */
export function checkStages(changes: Changes): void {
  const told = changes.events.filter(({ type }) => type.startsWith('approval.'));
  for (const { before } of changes.calls) {
    const { stages } = holdingGateOf(before);
    const { stage_clock: clock } = before;
    for (const { type, created_at } of told) {
      const stage = stages[clock?.stage ?? 0];
      const afterSeconds = type === 'approval.reminder' ? stage?.remind_after : stage?.escalate_after;
      const dueAt = (clock?.since.getTime() ?? 0) + (afterSeconds ?? 0) * 1000;
      must(
        before.status === 'pending' && before.decision === undefined && created_at.getTime() >= dueAt,
        'approvers are told of a call that has waited for them long enough, and still does',
        { before, type, created_at },
      );
    }
  }
}

/**
 * A due action of a stage happens soon, when nothing fails, and so does a call that was approved while others are held. The
 * workflow waits for minutes if its turn is taken again, and no model answers, while a worker that was frozen stores it.
 */
export function checkWoken({ memory, scheduler, affected, faulted, hanging }: World): void {
  const hung = new Set(
    [...hanging].flatMap(({ thread_id, process }) => (process.state === 'alive' ? [thread_id] : [])),
  );
  for (const { _id, thread_id, pauses = [] } of memory.openRuns()) {
    if (hung.has(thread_id)) continue;
    const approved = memory
      .callsOf(_id)
      .filter(({ status, decision, sending }) => status === 'pending' && decision && sending === undefined);
    for (const call of pauses.length === 0 ? [] : approved) {
      const waitedMs =
        scheduler.now - (call.not_before ?? call.decision?.created_at ?? new Date(0)).getTime();
      must(
        waitedMs < 40_000 || affected.has(_id) || faulted.has(_id),
        'a call is made before long that was approved while others are held',
        call,
      );
    }
    for (const { wake_at } of pauses) {
      const overdueMs = scheduler.now - (wake_at?.getTime() ?? Number.POSITIVE_INFINITY);
      must(
        overdueMs < 40_000 || affected.has(_id),
        'approvers are told before long of a call that waits for them, and an approved one is made',
        pauses,
      );
    }
  }
}

/** Nothing that can fail comes between the confirmation of a mark and the call itself. */
export function checkSentAtOnce({ sent }: World, call: ToolCallDocument): void {
  const attempts = call.sending?.attempts;
  const isSent = sent.get(call._id)?.some(({ attempt }) => attempt === attempts);
  must(isSent === true, 'a call is sent as soon as its mark is confirmed', {
    call,
    sent: sent.get(call._id),
  });
}

/** A turn is stored only for the run that had the thread lock before. */
export function checkTurn(world: World, run: RunDocument): void {
  const left = world.memory
    .callsOf(run._id)
    .filter(({ turn_seq, status }) => turn_seq < run.turn_count && status === 'pending');
  must(left.length === 0, 'a turn waits for the results of all calls before it', { run, left });
  const line = world.lastThreads.get(run.thread_id)?.active_runs;
  must(line === undefined || line[0] === run._id, 'only the run that has the thread lock takes turns', {
    run,
    line,
  });
}

/** Before its turn, a model was shown its run's content, and the result of each call. */
export function checkTold(world: World, { run, turns: [turn] }: Changes): void {
  const { memory, affected } = world;
  if (turn === undefined) return;
  const { told, earlier, meanwhile } = fromJsonText(
    turn.request as JsonText<{ told: ToldResults; earlier: string[]; meanwhile: { content: string }[] }>,
  );
  const calls = memory.callsOf(run._id).filter(({ turn_seq }) => turn_seq < turn.seq);
  const revised = new Set(calls.map(({ revised_from }) => revised_from));
  const made = calls.filter(({ revised_from }) => revised_from === undefined);
  const stored = [...Map.groupBy(made, ({ turn_seq }) => turn_seq).values()];
  must(
    told.length === stored.length &&
      stored.every((ofTurn, index) =>
        ofTurn.every((call, place) => {
          const [call_id, result] = told[index]?.[place] ?? [];
          // The result of one that was revised also has what came of the others.
          const isSame = revised.has(call._id) || toJsonText(result) === toJsonText(resultForModel(call));
          return call_id === modelCallId(run.seq, call) && isSame;
        }),
      ),
    'a model is told the results that are stored',
    { told, stored },
  );
  for (const older of runsOf(world, run.thread_id)) {
    if (older.seq >= run.seq || affected.has(older._id)) continue;
    const forgotten = memory
      .callsOf(older._id)
      .filter((call) => call.revised_from === undefined && !earlier.includes(modelCallId(older.seq, call)));
    must(forgotten.length === 0, 'a model is told each call of the runs before', { run, older, forgotten });
  }
  const heard = new Set(meanwhile.map(({ content }) => content));
  must(heard.size * 2 >= meanwhile.length, 'a model is told once what was said beside its run', meanwhile);
  const messages = memory.tables.messages.get(run.thread_id) ?? [];
  for (const reply of calls.some(({ gate }) => gate === 'confirm') ? messages : []) {
    if (reply.role !== 'assistant' || reply.run_seq <= run.seq) continue;
    const asked = messages.find(({ seq }) => seq === reply.run_seq)?.content ?? '';
    must(heard.has(asked), 'a model is told what was said beside its run while calls of it were held', {
      run,
      reply,
      meanwhile,
    });
  }
}

/** Invariants at the end. */
export function checkEnd(world: World): void {
  const { memory, temporal, people } = world;
  const { runs, threads } = memory.tables;
  for (const run of runs.values()) {
    checkRun(world, run._id);
    const workflow = temporal.workflows.get(run._id);
    const end = workflow?.end;
    const isAsRun =
      end?.state === run.state && (end.state === 'failed' || end.reason === (run.reason ?? 'finished'));
    must(
      end === undefined || isAsRun || world.affected.has(run._id),
      'a workflow ends in the way that its run has ended',
      { run, end },
    );
    const isOrdinary = workflow?.state === 'completed' && !world.affected.has(run._id);
    must(
      !isOrdinary || run.error?.code !== 'internal_error' || world.faulted.has(run._id),
      'no run fails because of what was killed around it',
      run,
    );
  }
  for (const thread of threads.values())
    must(thread.active_runs.length === 0, 'no run is left waiting for the thread lock', thread);
  must(
    memory.balanceOf('workspace').held === 0,
    'nothing is held when no run is open',
    memory.balanceOf('workspace'),
  );
  people.checkEnd();
}
