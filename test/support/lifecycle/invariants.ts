import { fromJsonText } from '#contract/json-text.ts';
import { isTerminal, type RunState } from '#contract/run-state.ts';
import type { EventDocument } from '#store/documents/event.ts';
import type { RunDocument } from '#store/documents/run.ts';
import type { ThreadDocument } from '#store/documents/thread.ts';
import type { ToolCallDocument } from '#store/documents/tool-call.ts';
import { Violation } from './violation.ts';
import type { World } from './world.ts';

/** What must hold of all that is stored, after every write. */
export function checkStored(world: World): void {
  const { store } = world;
  const runs = [...store.runs.values()];
  checkThread(world, runs);
  for (const run of runs) {
    checkMoves(world, run);
    const calls = store.callsOf(run._id);
    const events = store.events.filter(({ run_id }) => run_id === run._id);
    checkPause(world, run);
    checkEvents(run, events);
    checkCallEvents(run, calls, events);
    checkMoney(world, run, calls);
    checkReply(world, run);
    for (const call of calls) checkCall(world, run, call);
  }
}

/** By how much the clocks of two processes differ at most. */
const mostSkewMs = 6000;

function checkMoves({ store, cancelled, lastStates, workflows }: World, run: RunDocument): void {
  const paused = run.state.startsWith('awaiting');
  must(!cancelled.has(run._id) || run.cancel_requested === true, 'a cancel that was accepted stands', run);
  must(!paused || run.cancel_requested !== true, 'a run that is to end does not pause', run);
  const before = lastStates.get(run._id) ?? 'running';
  must(!isTerminal(before as RunState) || before === run.state, 'a run that has ended stays as it is', run);
  must(
    !before.startsWith('awaiting') || run.state !== 'failed' || workflows.get(run._id)?.alive === false,
    'a pause fails only when its workflow is lost',
    run,
  );
  lastStates.set(run._id, run.state);
  const sent = store.callsOf(run._id).filter(({ sending }) => sending?.in_flight === true);
  for (const call of sent) {
    const { error, request, finished_at, sending } = call;
    if (error?.code !== 'outcome_unknown' || request !== undefined) continue;
    must(
      (finished_at?.getTime() ?? 0) + mostSkewMs >= (sending?.until.getTime() ?? 0),
      'a call is given its time before it is told as unknown',
      call,
    );
  }
}

function must(holds: boolean, rule: string, about: unknown): asserts holds {
  if (!holds) throw new Violation(rule, about);
}

function checkThread(world: World, runs: RunDocument[]): void {
  const { thread, events, messages } = world.store;
  const { lastFirst } = world;
  must(
    lastFirst === undefined || !thread.active_runs.includes(lastFirst) || thread.active_runs[0] === lastFirst,
    'the first in line stays so until it leaves',
    { lastFirst, line: thread.active_runs },
  );
  [world.lastFirst] = thread.active_runs;
  const isCounted = (numbers: (number | null | undefined)[]) =>
    numbers.every((number, index) => number === index + 1);
  must(
    isCounted(events.map(({ thread_seq }) => thread_seq)) && thread.last_event_seq === events.length,
    'thread_seq has no gaps',
    events,
  );
  must(
    isCounted(messages.map(({ seq }) => seq)) &&
      thread.last_seq === messages.length &&
      thread.message_count === messages.length,
    'messages have no gaps',
    messages,
  );
  const working = runs.filter(({ state }) => state === 'running').map(({ _id }) => _id);
  must(
    working.toSorted().join() === thread.active_runs.toSorted().join(),
    'the line of a thread holds the runs that are running, each once',
    { working, line: thread.active_runs },
  );
  const paused = runs.filter(({ state }) => state.startsWith('awaiting')).map(({ _id }) => _id);
  must(
    paused.toSorted().join() ===
      thread.pauses
        .map(({ run_id }) => run_id)
        .toSorted()
        .join(),
    'the pauses of a thread are those of its paused runs, one each',
    { paused, pauses: thread.pauses },
  );
  // Those that never paused have waited for their first turn since their message.
  const untouched = runs.filter(({ _id }) => thread.active_runs.slice(1).includes(_id));
  const firstTurns = untouched.filter(({ turn_count }) => turn_count === 0).map(({ seq }) => seq);
  const inLine = thread.active_runs
    .map((id) => runs.find(({ _id }) => _id === id))
    .filter((run) => run !== undefined && firstTurns.includes(run.seq))
    .map((run) => run?.seq ?? 0);
  must(
    inLine.every((seq, index) => index === 0 || seq > (inLine[index - 1] ?? 0)),
    'runs wait for their first turn in the order of their messages',
    thread.active_runs,
  );
  must(
    thread.outbox === undefined || thread.outbox.run_id === thread.active_runs[0],
    'only the first in line is let in',
    thread,
  );
}

function checkPause({ store }: World, run: RunDocument): void {
  const pauses = store.thread.pauses.filter(({ run_id }) => run_id === run._id);
  must(run.pause === pauses[0], 'a run shows the pause that its thread shows', { run, pauses });
  for (const pause of pauses) {
    const call = store.calls.get(pause.tool_call_id);
    must(
      pause.ttl_seconds > 0 && call?.status === 'pending' && call.decision === undefined,
      'a pause has a time to live and a call that waits for somebody',
      { pause, call },
    );
    must(call.args === store.firstArgs.get(call._id), 'a call keeps the arguments it was made with', call);
  }
}

function checkEvents(run: RunDocument, events: EventDocument[]): void {
  must(
    events.every(({ seq }, index) => seq === index + 1) && run.last_event_seq === events.length,
    'events of a run are 1 to n',
    events,
  );
  const ends = events.filter(({ type }) => type === 'run.completed' || type === 'run.failed');
  must(ends.length === (isTerminal(run.state) ? 1 : 0), 'a run that has ended tells of it once', {
    run,
    ends,
  });
  const last = events.at(-1)?.type;
  must(
    !isTerminal(run.state) || last === (run.state === 'closed' ? 'run.completed' : 'run.failed'),
    'the end is told last',
    events.map(({ type }) => type),
  );
  must(isTerminal(run.state) === (run.closed_at !== undefined), 'closed_at is set at the end', run);
}

function checkCallEvents(run: RunDocument, calls: ToolCallDocument[], events: EventDocument[]): void {
  const told = (type: string) =>
    events
      .filter((event) => event.type === type)
      .map(({ data }) => String((data === undefined ? {} : fromJsonText(data))['tool_call_id']));
  const [started, completed] = [told('tool_call.started'), told('tool_call.completed')];
  must(new Set(started).size === started.length, 'a call starts once', started);
  must(new Set(completed).size === completed.length, 'a call is completed once', completed);
  const resolved = calls.filter(({ status }) => status !== 'pending').map(({ _id }) => _id);
  must(
    resolved.toSorted().join() === completed.toSorted().join(),
    'a call is told as completed with its result, and not before',
    { run, resolved, completed },
  );
  if (!isTerminal(run.state)) return;
  must(
    calls.every(({ status }) => status !== 'pending'),
    'no run that has ended has a pending call',
    { run, calls },
  );
}

function checkCall(world: World, run: RunDocument, call: ToolCallDocument): void {
  must(
    call.outcome === world.store.firstOutcomes.get(call._id),
    'the first report of an outcome counts',
    call,
  );
  const attempts = world.attempts.get(call._id);
  must((attempts === undefined) === (call.sending === undefined), 'every attempt is marked first', call);
  if (attempts === undefined || call.status === 'pending') return;
  const { result, error, request } = call;
  const isOneOf = attempts.some((attempt) => attempt?.result === result && attempt?.request === request);
  must(
    isOneOf || error?.code === 'outcome_unknown',
    'a call that was sent is told as its result or as unknown',
    { call, attempts },
  );
  must(
    (attempts.length <= 1 && (call.sending?.attempts ?? 0) <= 1) || call.reliability?.retry !== 'none',
    'a call that may not be repeated is sent once',
    { run, call, attempts },
  );
}

function checkMoney({ store, decided }: World, run: RunDocument, calls: ToolCallDocument[]): void {
  const changes = store.ledger.filter(
    ({ reservation, entries }) => reservation === run._id || entries.some(({ ref }) => ref === run._id),
  );
  const charged = -changes.reduce((sum, { delta }) => sum + delta, 0);
  must(charged === run.cost, 'the ledger holds what the run cost', { run, changes });
  const turns = store.turns.filter(({ run_id }) => run_id === run._id);
  must(
    turns.every(({ seq }, index) => seq === index + 1) && run.turn_count === turns.length,
    'turns are taken once, in order',
    turns,
  );
  const priced = calls.filter(({ status }) => status === 'ok');
  const expected =
    turns.reduce((sum, { cost }) => sum + cost, 0) +
    priced.reduce((sum, { price = 0, patch_ref }) => sum + (patch_ref === 'lookup@1' ? 7 : price), 0);
  must(run.cost === expected, 'each turn and each priced call that is ok is charged once', { run, expected });
  for (const { _id } of calls) {
    must((decided.get(_id) ?? 0) <= 1, 'one decision on a call wins', { _id });
  }
}

function checkReply({ store }: World, run: RunDocument): void {
  const said = store.messages.filter(({ run_id }) => run_id === run._id);
  const replies = said.filter(({ role }) => role === 'assistant');
  const finished = run.reason === 'finished' || run.reason === 'handoff';
  must(replies.length === (finished ? 1 : 0), 'a run that finished has exactly one reply', { run, replies });
  must(said[0]?.role === 'user' && said[0].seq === run.seq, 'a run begins with its message', said);
}

/** Holds are given back once: with nothing open, nothing is held. */
export function checkHolds({ store }: World): void {
  const open = [...store.runs.values()].filter(({ state }) => !isTerminal(state));
  const held = store.ledger.reduce((sum, change) => sum + (change.held ?? 0), 0);
  const expected = open.reduce((sum, { hold = 0 }) => sum + hold, 0);
  must(held === expected, 'what is held is held for open runs', { held, expected });
}

/** Whoever is not done will be heard: by what is in the outbox, or by what its workflow has to do or waits for. */
export function checkReachable(world: World): void {
  const { store, workflows } = world;
  const { thread } = store;
  for (const run of store.runs.values()) {
    const workflow = workflows.get(run._id);
    must(
      workflow?.alive !== true ||
        !workflow.waitsForTurnLock ||
        workflow.dueAt === 0 ||
        willBeLetIn(run, thread),
      'a workflow that waits for the turn lock will be told when it may go on',
      { run, thread },
    );
    if (isTerminal(run.state)) continue;
    if (run.outbox !== undefined || thread.outbox?.run_id === run._id || world.ended.has(run._id)) continue;
    must(workflow?.alive === true, 'a run has a workflow, or is to be started', run);
    if (workflow.dueAt === 0 || workflow.activities.length > 0 || workflow.cancelRequested) continue;
    if (workflow.waitsForTurnLock) {
      must(
        thread.active_runs[0] !== run._id,
        'a run that is first in line works, or is to be told that it may',
        { run, thread },
      );
      continue;
    }
    must(
      workflow.pausedFor === undefined ||
        thread.pauses.some(({ tool_call_id }) => tool_call_id === workflow.pausedFor),
      'a workflow that waits for a call waits for the pause of its run',
      { run, waitsFor: workflow.pausedFor },
    );
  }
}

function willBeLetIn({ _id, state, outbox, cancel_requested }: RunDocument, thread: ThreadDocument): boolean {
  if (state === 'running' && thread.active_runs[0] !== _id) return true;
  return (
    thread.outbox?.run_id === _id ||
    outbox?.kind === 'turn' ||
    (outbox?.kind === 'resume' && outbox.let_in === true) ||
    (outbox !== undefined && cancel_requested === true)
  );
}
