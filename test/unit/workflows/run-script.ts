import type { Directive } from '#contract/temporal/directive.ts';
import { runIdOf } from '#contract/temporal/names.ts';
import { run } from '#workflows/run/run.ts';
import type { RunActivities } from '#workflows/run/run-activities.ts';
import {
  activityFailure,
  fromPayload,
  type Job,
  toPayload,
  WorkflowExecution,
} from '../../support/workflow/workflow-execution.ts';

/** The time that the workflow sees. */
export const now = Date.parse('2026-01-01T00:00:00.000Z');
const input = { run_id: 'run', thread_id: 'thread', agent_id: 'agent', workspace_id: 'workspace', seq: 1 };

type Answer = () => Directive | Error | undefined;

/**
 * The workflow of a run whose activities are answered in the given order, each by its name. An answer that is undefined comes
 * later ({@link ScriptedRun.resolve}).
 */
export class ScriptedRun {
  /** The commands of the code: activities with their own input, timers in milliseconds, signals to other runs. */
  readonly asked: unknown[] = [];
  end: unknown;
  /** Temporal suggests to continue as new. */
  isSuggested = false;
  readonly #execution = new WorkflowExecution(run, 'run-run', input);
  readonly #script: [keyof RunActivities, Answer][];
  readonly #jobs: Job[] = [];
  readonly #open = new Map<string, number>();
  #timer = 0;

  constructor(script: [keyof RunActivities, Answer][]) {
    this.#script = script;
  }

  /** Runs workflow tasks for as long as something comes by itself. */
  async goOn(...jobs: Job[]): Promise<void> {
    this.#jobs.push(...jobs);
    do await this.#task(this.#jobs.splice(0));
    while (this.#jobs.length > 0);
  }

  signal(signalName: string, ...args: unknown[]): void {
    this.#jobs.push({ signalWorkflow: { signalName, input: args.map(toPayload) } });
  }

  /** The latest timer runs out. */
  async fire(): Promise<void> {
    await this.goOn({ fireTimer: { seq: this.#timer } });
  }

  /** The activity for a call is over. */
  async resolve(callId: string, directive: Directive): Promise<void> {
    const seq = this.#open.get(callId) ?? 0;
    await this.goOn({ resolveActivity: { seq, result: { completed: { result: toPayload(directive) } } } });
  }

  async #task(jobs: Job[]): Promise<void> {
    const commands = await this.#execution.activate(jobs, {
      now,
      continueAsNewSuggested: this.isSuggested,
    });
    const cancelled = new Set(commands.flatMap(({ cancelTimer }) => cancelTimer?.seq ?? []));
    for (const command of commands) {
      const { scheduleActivity, startTimer, signalExternalWorkflowExecution: signal } = command;
      if (scheduleActivity) {
        const { seq = 0, activityType: name, arguments: args } = scheduleActivity;
        this.#schedule(seq ?? 0, name as keyof RunActivities, fromPayload<object>(args?.[0]) ?? {});
      }
      if (startTimer && !cancelled.has(startTimer.seq ?? 0)) {
        const { seconds = 0, nanos } = startTimer.startToFireTimeout ?? {};
        this.#timer = startTimer.seq ?? 0;
        this.asked.push(['timer', Number(seconds) * 1000 + (nanos ?? 0) / 1_000_000]);
      }
      if (signal) {
        const { seq, signalName, args, workflowExecution } = signal;
        const to = runIdOf(workflowExecution?.workflowId ?? '');
        this.asked.push([signalName, to, ...(args ?? []).map((each) => fromPayload(each))]);
        this.#jobs.push({ resolveSignalExternalWorkflow: { seq: seq ?? 0 } });
      }
      if (command.completeWorkflowExecution) {
        this.end = fromPayload(command.completeWorkflowExecution.result);
      }
      if (command.continueAsNewWorkflowExecution) {
        const [next] = command.continueAsNewWorkflowExecution.arguments ?? [];
        this.end = fromPayload(next);
      }
      if (command.failWorkflowExecution) this.end = 'failed';
      if (command.cancelWorkflowExecution) this.end = 'cancelled';
    }
  }

  #schedule(seq: number, name: keyof RunActivities, its: object): void {
    const own = Object.fromEntries(Object.entries(its).filter(([key]) => !(key in input)));
    this.asked.push([name, own]);
    const [expected, answer] = this.#script.shift() ?? [];
    if (name !== expected || answer === undefined) throw new Error(`${name} instead of ${expected}`);
    const answered = answer();
    if (answered === undefined) this.#open.set(String(own['tool_call_id']), seq);
    else if (answered instanceof Error) {
      this.#jobs.push({ resolveActivity: { ...activityFailure(name, answered.message, false), seq } });
    } else {
      this.#jobs.push({ resolveActivity: { seq, result: { completed: { result: toPayload(answered) } } } });
    }
  }
}
