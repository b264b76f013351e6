/** A bug that is planted in the engine: a piece of its source text, and what takes its place. */
export interface Bug {
  name: string;
  /** What is wrong, in a few words. */
  says: string;
  file: string;
  find: string;
  replace: string;
}

/** Bugs that the simulation finds, one at a time. */
export const bugs: readonly Bug[] = [
  {
    name: 'actor-counts-twice',
    says: 'Two approvals of one actor count as two',
    file: 'engine/rules/gates/decide.ts',
    find: '  if (given.some(({ actor }) => actor === input.actor)) return undefined;\n',
    replace: '',
  },
  {
    name: 'one-approval-is-enough',
    says: 'A call that needs two approvals is made after the first',
    file: 'engine/rules/gates/decide.ts',
    find: 'given.length + 1 < approvalsRequired(gate)',
    replace: 'given.length + 2 < approvalsRequired(gate)',
  },
  {
    name: 'withdrawn-counts',
    says: 'An approval that was taken back counts all the same',
    file: 'engine/rules/gates/decide.ts',
    find: 'given: given.filter((approval) => approval !== own),',
    replace: 'given,',
  },
  {
    name: 'revision-approved-before',
    says: 'The approvals of a call count for the one that takes its place',
    file: 'engine/rules/gates/revise.ts',
    find: '  if (approval !== undefined && approvalsRequired(gate) === 1) {',
    replace:
      '  if (approval !== undefined && approvalsRequired(gate) <= 1 + (first.approvals ?? []).length) {\n    if (first.approvals !== undefined) next.approvals = first.approvals.filter(({ actor }) => actor !== input.actor);',
  },
  {
    name: 'sends-before-mark',
    says: 'A call is sent before it is marked',
    file: 'engine/steps/make-call.ts',
    find: '    const marked = await this.#mark(sentBefore(this.#call));\n',
    replace:
      '    const sentFirst = await this.#send(prepared, new Date(this.#engine.clock.now().getTime() + 12_000));\n    const marked = await this.#mark(sentBefore(this.#call));\n    if (sentFirst !== undefined && marked !== null && marked !== "too_late" && marked !== "repeats") return { marked, attempt: sentFirst };\n',
  },
  {
    name: 'marks-before-preparing',
    says: 'A call is marked before what can fail',
    file: 'engine/steps/make-call.ts',
    find: '  const prepared = await engine.calls.prepare(loaded.run, call);\n',
    replace:
      '  const until = new Date(clock.now().getTime() + 12_000);\n  await engine.store.markSending(call, { by: "early", until, sent: sentBefore(call) });\n  const prepared = await engine.calls.prepare(loaded.run, call);\n',
  },
  {
    name: 'torn-reads',
    says: 'A run is not read as of one moment',
    file: 'engine/steps/load-run.ts',
    find: 'isOfOneMoment(read) ||',
    replace: '(isOfOneMoment(read) || true) ||',
  },
  {
    name: 'no-second-look',
    says: 'Nobody looks again for a cancel after the call took time to prepare',
    file: 'engine/steps/make-call.ts',
    find: "if (lockState(now) === 'cancelled') return 'cancelled';",
    replace: '',
  },
  {
    name: 'memory-trusted',
    says: 'A call is made by a run that is remembered, without a look at whether it was written since',
    file: 'engine/steps/make-call.ts',
    find: 'if (known !== undefined && run?.version === known.run.version) return { ...known, run };',
    replace: 'if (known !== undefined && run !== null) return known;',
  },
  {
    name: 'cancel-dropped',
    says: 'A cancel that comes between two steps is dropped',
    file: 'engine/loop/run-loop.ts',
    find: '    this.#cancelRequested = true;',
    replace: '    this.#cancelRequested = this.#work !== undefined;',
  },
  {
    name: 'grant-not-stored',
    says: 'The thread does not store whom it grants the lock',
    file: 'engine/rules/thread-after.ts',
    find: 'if (first !== by && thread.active_runs[0] === by)',
    replace: 'if (first !== by && thread.active_runs[0] === by && thread.pauses.length > 2)',
  },
  {
    name: 'grant-reset-late',
    says: 'A grant that comes while the step checks is lost',
    file: 'engine/loop/run-loop.ts',
    find: '    const isOver = () => this.#lockGranted || this.#cancelRequested;',
    replace:
      '    this.#lockGranted = false;\n    const isOver = () => this.#lockGranted || this.#cancelRequested;',
  },
  {
    name: 'later-grant-removed',
    says: 'A worker that was given up on removes a later grant',
    file: 'engine/steps/note-grant.ts',
    find: ' || outbox.version !== let_in) return loaded;',
    replace: ') return loaded;',
  },
  {
    name: 'entry-removed-early',
    says: 'An outbox entry is removed before Temporal has accepted it',
    file: 'engine/steps/outbox.ts',
    find: '    const isDelivered = await this.#send(run, outbox, stored);\n',
    replace:
      '    this.#delivered.push({ run_id: run._id, entry: outbox });\n    this.#round ??= this.#removeDelivered();\n    const isDelivered = await this.#send(run, outbox, stored);\n',
  },
  {
    name: 'tries-forgotten',
    says: 'The tries of a model are not counted',
    file: 'engine/steps/take-turn.ts',
    find: 'tries: tries + 1, retry_in_ms',
    replace: 'tries: 1, retry_in_ms',
  },
  {
    name: 'attempts-forgotten',
    says: 'The attempts at a call are not counted',
    file: 'engine/rules/as-read.ts',
    find: 'attempts: (call.sending?.attempts ?? 0) + 1,',
    replace: 'attempts: 1,',
  },
  {
    name: 'pause-failed',
    says: "A pause is failed by its dead worker's failure",
    file: 'engine/rules/advance.ts',
    find: "if (run.state !== 'running' || (step !== undefined && !isNext(stored, step))) return undefined;",
    replace: "if (run.state === 'running' && step !== undefined && !isNext(stored, step)) return undefined;",
  },
  {
    name: 'sibling-dropped',
    says: 'A call ends its run while a sibling is in flight',
    file: 'engine/rules/call-settled.ts',
    find: "if (others.some(isInFlight)) return step;\n  // What became of the others the workflow may know better: it ends the run.\n  const isLast = others.every(({ status }) => status !== 'pending');",
    replace: 'const isLast = true;',
  },
  {
    name: 'charge-apart',
    says: 'A charge is stored in a second commit',
    file: 'engine/steps/apply-input.ts',
    find: "if ('changes' in outcome) await store.commit(outcome.changes);",
    replace:
      "if ('changes' in outcome) {\n        const { run, ledger, ...changes } = outcome.changes;\n        await store.commit({ ...changes, run, ledger: [] });\n        const nothing = { calls: [], turns: [], newCalls: [], messages: [], events: [], uses: [] };\n        if (ledger.length > 0) await store.commit({ ...nothing, run: { ...run, version: run.version + 1 }, ledger });\n      }",
  },
  {
    name: 'late-decisions',
    says: 'A decision counts although its pause is over',
    file: 'engine/rules/expiry.ts',
    find: 'if (pause === undefined || !isOver(pause, now)) return undefined;\n  const declined',
    replace: 'if (pause === undefined || pause.ttl_seconds > 0) return undefined;\n  const declined',
  },
  {
    name: 'expiry-wins',
    says: 'An expiry ends a run although somebody had decided just before',
    file: 'engine/rules/expiry.ts',
    find: '  if (pause === undefined || awaitedFor(pause) !== tool_call_id) return undefined;',
    replace:
      "  if (pause === undefined) return endRun(stored, closed('cancelled'), 'workflow', now);\n  if (awaitedFor(pause) !== tool_call_id) return undefined;",
  },
  {
    name: 'lost-update',
    says: 'A run or thread is replaced whatever its version',
    file: 'engine/rules/as-read.ts',
    find: 'return stored.version === version - 1 &&',
    replace: 'return stored.version <= version &&',
  },
  {
    name: 'attempt-not-compared',
    says: 'A call is marked although another attempt was marked since',
    file: 'engine/rules/as-read.ts',
    find: '    stored.sending?.attempts === read.sending?.attempts &&\n    stored.sending?.in_flight === read.sending?.in_flight &&\n    stored.sending?.until.getTime() === read.sending?.until.getTime()',
    replace: '    true',
  },
  {
    name: 'lost-attempt-repeated',
    says: 'A call that may have been sent is sent again',
    file: 'engine/steps/make-call.ts',
    find: 'if (isInFlight(call) && (isNotRepeated || !mayFollowLost(call))) {',
    replace: 'if (isInFlight(call) && isNotRepeated) {',
  },
  {
    name: 'works-out-of-turn',
    says: 'A run takes a turn without the thread lock',
    file: 'engine/steps/take-turn.ts',
    find: "  if (lock === 'awaited') return { next: 'wait_for_turn_lock' };",
    replace: '',
  },
  {
    name: 'told-too-early',
    says: 'A run ends before the deadline of a call in flight',
    file: 'engine/rules/ending.ts',
    find: 'if (until !== undefined && until > now) return { until };',
    replace: '',
  },
  {
    name: 'old-approval-used',
    says: 'A call is sent on an approval that is too old',
    file: 'engine/rules/lapse.ts',
    find: '+ validMs <= now.getTime()',
    replace: '+ 3 * validMs <= now.getTime()',
  },
  {
    name: 'hold-kept',
    says: 'A run that ends without a charge keeps its hold',
    file: 'engine/rules/ledger-changes.ts',
    find: 'const releases = ends && hold !== 0;',
    replace: 'const releases = ends && hold !== 0 && entries.length > 0;',
  },
  {
    name: 'cancelled-run-pauses',
    says: 'A turn pauses a run that was cancelled meanwhile',
    file: 'engine/rules/turn-taken.ts',
    find: '  if (run.cancel_requested === true) {',
    replace: '  if (run.cancel_requested === true && newCalls.length > 2) {',
  },
  {
    name: 'answer-given-up',
    says: 'A host is asked again although its answer could only not be stored',
    file: 'engine/steps/apply.ts',
    find: 'if (!store.isOutage(error) || clock.now().getTime() >= stopsAt) throw error;',
    replace: 'throw error;',
  },
  {
    name: 'made-before-ignored',
    says: 'What the workflow has seen made is made again after the store was restored',
    file: 'engine/steps/make-call.ts',
    find: 'const madeBefore = input.made_before ?? (',
    replace: 'const madeBefore = (',
  },
  {
    name: 'seen-not-told',
    says: 'Whoever ends a cancelled run is not told which calls its workflow has seen made',
    file: 'engine/loop/run-loop.ts',
    find: 'activities.cancelRun(this.#known())',
    replace: 'activities.cancelRun(this.#input)',
  },
  {
    name: 'never-told',
    says: 'A workflow of a restored Temporal is not told to look again',
    file: 'engine/steps/compare-run.ts',
    find: 'return await workflows.lookAgain(run._id);',
    replace: 'return false;',
  },
  {
    name: 'lost-workflow-ignored',
    says: 'A run whose workflow Temporal has lost gets no other one',
    file: 'engine/rules/compare-workflow.ts',
    find: "return 'start';",
    replace: 'return undefined;',
  },
  {
    name: 'diverged-ignored',
    says: 'A workflow whose history has diverged from its code is left alone',
    file: 'engine/rules/compare-workflow.ts',
    find: "return 'restart';",
    replace: 'return undefined;',
  },
  {
    name: 'ended-diverged-ignored',
    says: 'The workflow of an ended run is left alone when its history has diverged',
    file: 'engine/steps/compare-run.ts',
    find: "return (await workflows.restart(runId)) ? 'restart' : undefined;",
    replace: 'return undefined;',
  },
  {
    name: 'effect-released',
    says: 'A call whose outcome is unknown gives up its effect',
    file: 'engine/rules/resolve-call.ts',
    find: ' && !isInDoubt(resolution)',
    replace: '',
  },
  {
    name: 'repetition-charged',
    says: 'A call that repeats another one is charged although it was not made',
    file: 'engine/steps/make-call.ts',
    find: "const unpaid = { charge: { amount: 0, reason: 'patch' as const } };",
    replace: 'const unpaid = {};',
  },
];
