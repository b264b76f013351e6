import {
  allHandlersFinished,
  condition,
  continueAsNew,
  getExternalWorkflowHandle,
  log,
} from '@temporalio/workflow';
import type { Directive, EndDirective, PauseDirective, StepDirective } from '#contract/temporal/directive.ts';
import { type RunInput, runWorkflowId } from '#contract/temporal/names.ts';
import { lockGrantedSignal } from '../messages.ts';
import { CallsInFlight } from './calls-in-flight.ts';
import { FollowedCalls } from './followed-calls.ts';
import { ReceivedSignals } from './received-signals.ts';
import { runActivities } from './run-activities.ts';

/**
 * The state that the parts of a run's workflow share: its input, its activities, the received signals, the calls that are on their
 * way, and those that it has seen made.
 */
export class RunContext {
  readonly input: RunInput;
  readonly activities = runActivities();
  readonly signals = new ReceivedSignals();
  readonly calls: FollowedCalls;
  readonly inFlight: CallsInFlight;

  constructor({ seen, ...input }: RunInput) {
    this.input = input;
    this.calls = new FollowedCalls(seen);
    this.inFlight = new CallsInFlight(this.activities, input, this.calls);
    this.signals.inFlight = this.inFlight;
  }

  /** The input of activities that may end the run, and of the workflow that continues this one. */
  get known(): RunInput {
    const { seen } = this.calls;
    return seen === undefined ? this.input : { ...this.input, seen };
  }

  async cancelRun(): Promise<Directive> {
    return await this.activities.cancelRun(this.known);
  }

  /** Signals the next run of the thread that it may work. A run whose workflow has not started yet will check for itself. */
  async grantLock({
    grant_turn_lock_to: runId,
    grant_version,
  }: PauseDirective | EndDirective): Promise<void> {
    if (runId === undefined) return;
    const next = getExternalWorkflowHandle(runWorkflowId(runId));
    try {
      if (grant_version === undefined) await next.signal(lockGrantedSignal);
      else await next.signal(lockGrantedSignal, grant_version);
    } catch (error) {
      log.warn('the run that is next could not be signalled', { run_id: runId, error });
    }
  }

  /** Continues with an empty history once no call is on its way. Signals that were handled are forgotten; what they said is in the store. */
  async continueAsNew(directive: StepDirective | PauseDirective): Promise<never> {
    await condition(() => this.inFlight.areNone && allHandlersFinished());
    return await continueAsNew<(input: RunInput) => Promise<EndDirective>>({ ...this.known, directive });
  }
}
