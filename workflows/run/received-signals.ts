import type { CancellationScope } from '@temporalio/workflow';
import type { Directive, PauseDirective } from '#contract/temporal/directive.ts';
import type { ResumedInput } from '#contract/temporal/names.ts';

/** The signals that a run's workflow has received and has not followed yet. */
export class ReceivedSignals {
  isLockGranted = false;
  /** The outbox entry that granted the thread lock, as far as it is known. */
  grantVersion: number | undefined;
  isCancelRequested = false;
  /** The pause of the run may be over, although no other signal says so. */
  isToLookAgain = false;
  /** The step that is being taken, if a cancellation may interrupt it. */
  step: CancellationScope | undefined;
  /** The calls that are on their way. */
  inFlight: { cancel: () => void } | undefined;
  /** The next step by the id of the call for which the run was paused. */
  readonly #resumed = new Map<string, Directive>();
  /** Directives about a pause that lasts, by the same id. */
  readonly #held = new Map<string, PauseDirective[]>();

  /** The run holds the lock of its thread now, by this outbox entry; or may hold it, without one. */
  lockGranted(version?: number): void {
    this.isLockGranted = true;
    this.grantVersion = version ?? this.grantVersion;
  }

  /**
   * Something that a run waits for is resolved. The sender reads what comes next: others of the turn may still be held, and a late
   * signal can be about an earlier pause for the same call. Either must not replace one that everything was resolved since: that
   * comes once only.
   */
  resumed({ tool_call_id, directive }: ResumedInput): void {
    if (directive.next === 'pause' && directive.tool_call_id === tool_call_id) {
      this.#held.set(tool_call_id, [...(this.#held.get(tool_call_id) ?? []), directive]);
    } else this.#resumed.set(tool_call_id, directive);
  }

  /** The run has to end. Interrupts a model turn. A call in flight is completed by its activity. */
  cancelRequested(): void {
    this.isCancelRequested = true;
    this.step?.cancel();
    this.inFlight?.cancel();
  }

  /** The pause of the run may be over. */
  lookAgain(): void {
    this.isToLookAgain = true;
    this.isLockGranted = true;
  }

  forgetGrant(): void {
    this.isLockGranted = false;
    this.grantVersion = undefined;
  }

  /** Whether one of them ends a pause, or has the workflow look at it. */
  endsPause(paused: PauseDirective): boolean {
    const { tool_call_id } = paused;
    const isTold = this.#resumed.has(tool_call_id) || this.#held.has(tool_call_id);
    return isTold || this.isToCancel(paused) || this.isToLookAgain;
  }

  /** Whether the run is to be cancelled next: one that closes after what it waits for is left to do so. */
  isToCancel(next: Directive): boolean {
    return this.isCancelRequested && next.next !== 'end' && !(next.next === 'pause' && next.closing === true);
  }

  /** The directives about a pause that lasts, which are then forgotten. */
  takeHeld(callId: string): PauseDirective[] {
    const held = this.#held.get(callId) ?? [];
    this.#held.delete(callId);
    return held;
  }

  /** The next step after everything is resolved, which is then forgotten. */
  takeResumed(callId: string): Directive | undefined {
    const directive = this.#resumed.get(callId);
    this.#resumed.delete(callId);
    return directive;
  }

  forgetResumed(): void {
    this.#resumed.clear();
    this.#held.clear();
  }
}
