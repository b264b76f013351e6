import type { Directive, EndDirective, PauseDirective, StepDirective } from '#contract/temporal/directive.ts';
import type { ResumedInput, RunInput } from '#contract/temporal/names.ts';
import type { CancellableWork, StepInput, WorkflowContext } from './workflow-context.ts';
import { FollowedCalls } from './followed-calls.ts';
import { makeCalls } from './make-calls.ts';

/**
 * One run, from its first model turn to its end: follows directives, each of which an activity derives from what is stored.
 * The content of the conversation stays in the store. Only ids and directives pass through here.
 *
 * Its signals may come early, late and twice. None of them is lost for good, because what they tell is in the store, and
 * the sweep sends them again.
 */
export class RunLoop {
  readonly #context: WorkflowContext;
  readonly #input: RunInput;
  readonly #calls: FollowedCalls;
  /** What comes next, by the id of the resolved call. */
  readonly #resumed = new Map<string, Directive>();
  #lockGranted = false;
  /** The outbox entry that granted the thread lock, as far as it is known. */
  #grantedBy: number | undefined;
  #cancelRequested = false;
  /** What the run waits for may be over, although nothing else has said so. */
  #looksAgain = false;
  /** The step that is being taken. */
  #work: CancellableWork<Directive> | undefined;

  constructor(context: WorkflowContext, { seen, ...input }: RunInput) {
    this.#context = context;
    this.#input = input;
    this.#calls = new FollowedCalls(seen);
  }

  /** Signal: the run holds the thread lock of its thread now, by this outbox entry; or may hold it, without one. */
  grantLock(version?: number): void {
    this.#lockGranted = true;
    this.#grantedBy = version ?? this.#grantedBy;
  }

  /**
   * Signal: a call is resolved. Whoever notifies reads what comes next, so a late signal about an earlier hold of the
   * same call can say that it is held. It must not replace one that it was resolved since: that comes once only.
   */
  resume({ tool_call_id, directive }: ResumedInput): void {
    const isHeld = directive.next === 'pause' && directive.tool_call_id === tool_call_id;
    if (isHeld && this.#resumed.has(tool_call_id)) return;
    this.#resumed.set(tool_call_id, directive);
  }

  /** Signal: the run has to end. Aborts a model turn. A call in flight is completed by its activity. */
  cancel(): void {
    this.#cancelRequested = true;
    this.#work?.cancel();
  }

  /** Signal: what the run waits for may be over. */
  lookAgain(): void {
    this.#looksAgain = true;
    this.#lockGranted = true;
  }

  /**
   * Follows the run to its end.
   * @throws what `continueAsNew` of the context throws, and what makes it impossible to end the run
   */
  async run(): Promise<EndDirective> {
    try {
      return await this.#untilEnd();
    } catch (error) {
      if (!this.#context.isCancellation(error)) throw error;
      // An operator cancelled the workflow, so its run must end too.
      return await this.#context.shielded(async () => await this.#endCancelled());
    }
  }

  async #untilEnd(): Promise<EndDirective> {
    let directive: Directive = this.#input.directive ?? { next: 'turn', turn: 1 };
    for (;;) {
      if (this.#cancelRequested && directive.next !== 'end') directive = await this.#cancelRun();
      if (directive.next === 'end') {
        await this.#noteEnd(directive);
        await this.#context.signalsHandled();
        return directive;
      }
      directive = await this.#follow(directive);
    }
  }

  async #follow(directive: Exclude<Directive, { next: 'end' }>): Promise<Directive> {
    switch (directive.next) {
      case 'pause':
        // Each change of stage is told, and approvers can go back and forth.
        if (
          directive.wake_at !== undefined &&
          this.#context.continueAsNewSuggested() &&
          !this.#isTold(directive)
        ) {
          await this.#continueAsNew(directive);
        }
        return await this.#pause(directive);
      case 'turn':
        // The calls of earlier turns are all resolved, so repeated signals are no longer needed.
        this.#resumed.clear();
        if (this.#context.continueAsNewSuggested()) await this.#continueAsNew(directive);
        return await this.#step(directive);
      case 'execute':
      case 'hold':
        // A run whose turns all make calls comes here every time, because the last call of a turn also takes the next.
        if (this.#context.continueAsNewSuggested()) await this.#continueAsNew(directive);
        return await this.#step(directive);
      case 'cancel':
        return await this.#cancelRun();
      case 'wait_for_turn_lock':
        throw new Error('waiting for the thread lock is part of a step');
    }
  }

  /** Takes a step as soon as the run has the thread lock. */
  async #step(wanted: StepDirective): Promise<Directive> {
    this.#calls.follow(wanted);
    let grantedBy: number | undefined;
    for (;;) {
      // Reset before checking, not after: a grant that arrives while the activity checks must count.
      this.#lockGranted = false;
      this.#grantedBy = undefined;
      if (await this.#isCancelledBeforeRetry(wanted)) return await this.#cancelRun();
      this.#context.display.doing(describe(wanted));
      const next = await this.#attempt(wanted, grantedBy);
      if (next.next !== 'wait_for_turn_lock') return next;
      await this.#waitForLock();
      grantedBy = this.#grantedBy;
      if (this.#cancelRequested) return await this.#cancelRun();
      if (this.#context.continueAsNewSuggested()) await this.#continueAsNew(wanted);
    }
  }

  /** Waits for as long as a failed provider needs. Returns true if a cancellation is requested meanwhile. */
  async #isCancelledBeforeRetry(wanted: StepDirective): Promise<boolean> {
    if (wanted.next !== 'turn' || wanted.retry_in_ms === undefined) return false;
    const { turn, tries = 1, failed_with: code } = wanted;
    const last = code === undefined ? '' : `, last with ${code}`;
    this.#context.display.doing(`Model turn ${turn} again, after the provider failed ${tries} times${last}`);
    return await this.#context.waitUntil(() => this.#cancelRequested, wanted.retry_in_ms);
  }

  /** Waits until the previous run with the thread lock has left, or a cancellation is requested. */
  async #waitForLock(): Promise<void> {
    this.#context.display.doing('Waits until no other run works on the thread');
    await this.#context.waitUntil(() => this.#lockGranted || this.#cancelRequested);
  }

  /** Takes a step, from which a cancellation may be requested; or ends the run if the step has failed for good. */
  async #attempt(wanted: StepDirective, grantedBy: number | undefined): Promise<Directive> {
    const input = grantedBy === undefined ? this.#input : { ...this.#input, grant_version: grantedBy };
    try {
      this.#work = this.#context.start(() => this.#take(wanted, input));
      return await this.#work.result;
    } catch (error) {
      // Temporal does not retry an activity after a cancellation request, so a retry that a host asked for also ends
      // here.
      if (this.#cancelRequested) return await this.#cancelRun();
      if (this.#context.isCancellation(error)) throw error;
      return await this.#failRun(wanted, error);
    } finally {
      this.#work = undefined;
    }
  }

  async #take(wanted: StepDirective, input: StepInput): Promise<Directive> {
    const { activities } = this.#context;
    switch (wanted.next) {
      case 'turn': {
        const { turn, tries, failed_with } = wanted;
        const { made_call, ...next } = await activities.callModel({
          ...input,
          turn,
          ...(tries === undefined ? {} : { tries }),
          ...(failed_with === undefined ? {} : { failed_with }),
          // Calls that may have been made before are left to their own activities, which are told of that.
          ...(this.#calls.wereMade(turn) ? {} : { makes_call: true }),
        });
        if (made_call !== undefined) this.#calls.noteMadeWithTurn(made_call);
        return next;
      }
      case 'execute':
        return await makeCalls(this.#context, input, wanted, this.#calls);
      case 'hold':
        return await activities.holdCall({ ...input, tool_call_id: wanted.tool_call_id });
    }
  }

  /** Waits until the call is resolved, for as long as a pause may last. */
  async #pause(paused: PauseDirective): Promise<Directive> {
    const { display } = this.#context;
    await this.#grantLock(paused);
    display.waitsFor(paused);
    display.doing(`Waits for ${waitedFor[paused.kind]} (${paused.patch_ref})`);
    const next = await this.#endOfPause(paused);
    if (!this.#isResolvedSince(paused, next)) this.#resumed.delete(paused.tool_call_id);
    display.waitsNoLonger();
    return next;
  }

  /** What follows a pause, once it is over. */
  async #endOfPause(paused: PauseDirective): Promise<Directive> {
    const isOver = () => this.#isTold(paused);
    let current = paused;
    for (;;) {
      const wakeMs = this.#wakeMs(current);
      const leftMs = this.#leftMs(current);
      const isOverInTime = await this.#context.waitUntil(isOver, Math.min(leftMs, wakeMs ?? leftMs));
      const resumedWith = this.#resumed.get(paused.tool_call_id);
      if (resumedWith !== undefined) {
        this.#resumed.delete(paused.tool_call_id);
        return resumedWith;
      }
      const isToWake = wakeMs !== undefined && wakeMs < leftMs;
      if (!isOverInTime && !isToWake) return await this.#expire(current);
      if (isOverInTime && !this.#isToLookAgain()) return await this.#cancelRun();
      // Reset before reading, not after: a signal that arrives meanwhile must count.
      if (isOverInTime) this.#looksAgain = false;
      const next = isOverInTime
        ? await this.#context.activities.readNext(this.#input)
        : await this.#wake(current);
      if (next.next !== 'pause' || next.tool_call_id !== paused.tool_call_id) return next;
      if (next.expires_at !== paused.expires_at) return next;
      current = next;
    }
  }

  /** Whether the call of a pause was resolved while an activity has found that it lasts. That comes once only. */
  #isResolvedSince({ tool_call_id }: PauseDirective, next: Directive): boolean {
    const isResolved = this.#resumed.has(tool_call_id);
    const lasts = next.next === 'pause' && next.tool_call_id === tool_call_id;
    return isResolved && lasts;
  }

  /** Whether something was signalled during a pause that is still to be followed. */
  #isTold({ tool_call_id }: PauseDirective): boolean {
    return this.#resumed.has(tool_call_id) || this.#cancelRequested || this.#looksAgain;
  }

  /** After how long something is due during a pause. */
  #wakeMs({ wake_at }: PauseDirective): number | undefined {
    return wake_at === undefined ? undefined : Math.max(1, Date.parse(wake_at) - this.#context.now());
  }

  #isToLookAgain(): boolean {
    return this.#looksAgain && !this.#cancelRequested;
  }

  /**
   * How long a pause still lasts. It counts from when it was stored, because the workflow may get there much later, for
   * example after an outage.
   */
  #leftMs({ expires_at }: PauseDirective): number {
    return Math.max(1, Date.parse(expires_at) - this.#context.now());
  }

  /** Continues with a short history. No signal is lost, because what was requested is in the store. */
  async #continueAsNew(directive: StepDirective | PauseDirective): Promise<never> {
    await this.#context.signalsHandled();
    return await this.#context.continueAsNew({ ...this.#known(), directive });
  }

  async #expire({ tool_call_id, expires_at }: PauseDirective): Promise<Directive> {
    return await this.#context.activities.expirePause({ ...this.#known(), tool_call_id, expires_at });
  }

  async #wake({ tool_call_id, wake_at = '' }: PauseDirective): Promise<Directive> {
    return await this.#context.activities.wakePause({ ...this.#known(), tool_call_id, wake_at });
  }

  async #cancelRun(): Promise<Directive> {
    return await this.#context.activities.cancelRun(this.#known());
  }

  /** Fails a run whose step cannot be taken after all retries, so that no run stays `running` forever. */
  async #failRun(step: StepDirective, error: unknown): Promise<Directive> {
    this.#context.log.error({ run_id: this.#input.run_id, error }, 'a step failed for good');
    return await this.#context.activities.failRun({ ...this.#known(), step });
  }

  async #endCancelled(): Promise<EndDirective> {
    const directive = await this.#cancelRun();
    if (directive.next !== 'end') throw new Error(`a cancelled run is to ${directive.next}`);
    await this.#noteEnd(directive);
    return directive;
  }

  async #noteEnd(end: EndDirective): Promise<void> {
    await this.#grantLock(end);
    this.#context.display.doing(`${end.state}: ${end.state === 'failed' ? end.error : end.reason}`);
  }

  /** Signals the next run of the thread that it may work. A run that was not started yet will check for itself. */
  async #grantLock({
    grant_turn_lock_to: runId,
    grant_version,
  }: PauseDirective | EndDirective): Promise<void> {
    if (runId === undefined) return;
    try {
      await this.#context.grantLock(runId, grant_version);
    } catch (error) {
      this.#context.log.warn({ run_id: runId, error }, 'the run that is next could not be signalled');
    }
  }

  /** The input of activities that may end the run, and of the workflow that continues this one. */
  #known(): RunInput {
    const { seen } = this.#calls;
    return seen === undefined ? this.#input : { ...this.#input, seen };
  }
}

const waitedFor = { question: 'an answer', confirmation: 'a decision', outcome: 'an outcome' } as const;

function describe(directive: StepDirective): string {
  switch (directive.next) {
    case 'turn':
      return `Model turn ${directive.turn}`;
    case 'execute':
      return `Calls ${directive.calls.map(({ patch_ref }) => patch_ref).join(', ')}`;
    case 'hold':
      return 'Pauses for a call';
  }
}
