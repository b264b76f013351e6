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
  /** The next step by the id of the resolved call. */
  readonly #resumed = new Map<string, Directive>();

  /** The run holds the lock of its thread now, by this outbox entry; or may hold it, without one. */
  lockGranted(version?: number): void {
    this.isLockGranted = true;
    this.grantVersion = version ?? this.grantVersion;
  }

  /**
   * A call is resolved. The sender reads what comes next, so a late signal about an earlier hold of the same call can say that
   * it is held. It must not replace one that it was resolved since: that comes once only.
   */
  resumed({ tool_call_id, directive }: ResumedInput): void {
    const isHeld = directive.next === 'pause' && directive.tool_call_id === tool_call_id;
    if (isHeld && this.#resumed.has(tool_call_id)) return;
    this.#resumed.set(tool_call_id, directive);
  }

  /** The run has to end. Interrupts a model turn. A call in flight is completed by its activity. */
  cancelRequested(): void {
    this.isCancelRequested = true;
    this.step?.cancel();
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
  endsPause({ tool_call_id }: PauseDirective): boolean {
    return this.#resumed.has(tool_call_id) || this.isCancelRequested || this.isToLookAgain;
  }

  /** The next step after a resolved call, which is then forgotten. */
  takeResumed(callId: string): Directive | undefined {
    const directive = this.#resumed.get(callId);
    this.#resumed.delete(callId);
    return directive;
  }

  forgetResumed(): void {
    this.#resumed.clear();
  }
}
