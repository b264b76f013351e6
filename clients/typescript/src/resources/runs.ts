import { type FollowOptions, followEvents } from '../event-stream.ts';
import type { RequestOptions } from '../options.ts';
import type { Collection } from '../pages.ts';
import { delay } from '../retries.ts';
import type {
  AcceptedForRun,
  Approval,
  ApprovalChange,
  ApprovalTotals,
  DecidedCall,
  DecidedItems,
  Event,
  GetApprovalTotalsQuery,
  ListApprovalsQuery,
  ListDecidedCallsQuery,
  ListRunsQuery,
  NewDecision,
  NewDecisions,
  NewOutcome,
  NewRevision,
  RevisedCall,
  Run,
  SignedStatement,
  Trace,
} from '../schema/types.gen.ts';
import { TimeoutError } from '../errors.ts';
import { Resource, segment } from './resource.ts';
import { followRun, type RunUpdate, type StreamOptions } from './run-stream.ts';

/** How long the API waits for a run before it answers, at most. */
const longestWaitSeconds = 30;
const shortDelayMs = 250;
const pauseDelayMs = 2000;

export interface WaitOptions extends RequestOptions {
  /** How long to wait in all, in milliseconds. Default: without end. */
  withinMs?: number;
  /** `pause`: until it has ended or waits for a person. `end`: also while it waits for people, which may be weeks. Default: `pause`. */
  until?: 'pause' | 'end';
}

/** The work that a message starts. */
export class Runs extends Resource {
  list(query?: ListRunsQuery, options?: RequestOptions): Collection<Run> {
    return this.collection('/v1/loom/runs', query, options);
  }

  async get(id: string, options?: RequestOptions): Promise<Run> {
    return await this.data('GET', `/v1/loom/runs/${segment(id)}`, { options });
  }

  /**
   * Waits until a run is no longer `running`: it has ended, or waits for a person. `until: 'end'` waits for its end.
   * @throws {TimeoutError} if it is not there after `withinMs`
   */
  async wait(
    id: string,
    { withinMs = Infinity, until = 'pause', ...options }: WaitOptions = {},
  ): Promise<Run> {
    const end = Date.now() + withinMs;
    for (;;) {
      const left = Math.max(0, (end - Date.now()) / 1000);
      const wait = Math.floor(Math.min(longestWaitSeconds, left));
      const run = await this.data<Run>('GET', `/v1/loom/runs/${segment(id)}`, { query: { wait }, options });
      if (run.terminal || (until === 'pause' && run.state !== 'running')) return run;
      if (Date.now() >= end) throw new TimeoutError(`run ${id} is still ${run.state}`);
      // The API answers at once for a run that waits for a person, and is not asked to wait for less than a second.
      const delayMs = run.state === 'running' ? (wait === 0 ? shortDelayMs : 0) : pauseDelayMs;
      await delay(Math.min(delayMs, Math.max(0, end - Date.now())), options.signal);
    }
  }

  /**
   * Everything that happened in a run, and then what happens until it has ended or waits for a person: each event with the reply
   * so far. The value that the generator returns is the run.
   *
   * @example
   * const { run_id } = await heddle.threads.post(thread.id, 'Hello');
   * for await (const { text } of heddle.runs.stream(run_id, thread.id)) show(text);
   */
  stream(
    id: string,
    threadId: string,
    options: StreamOptions = {},
  ): AsyncGenerator<RunUpdate, Run, undefined> {
    const { maxRetries: _, ...following } = options;
    return followRun({
      get: async () => await this.get(id, options),
      events: () => this.collection<Event>('/v1/events', { run_id: id, limit: 100 }, options),
      follow: (lastEventId) =>
        ofRun(
          id,
          followEvents(this.transport, `/v1/loom/threads/${segment(threadId)}/events`, {
            ...following,
            ...(lastEventId === undefined ? { since: 'start' } : { lastEventId }),
          }),
        ),
    });
  }

  /** Every turn and call of a run. */
  async trace(id: string, options?: RequestOptions): Promise<Trace> {
    return await this.data('GET', `/v1/loom/runs/${segment(id)}/trace`, { options });
  }

  /** A signed record of a call that was sent. */
  async receipt(id: string, toolCallId: string, options?: RequestOptions): Promise<SignedStatement> {
    const query = { tool_call_id: toolCallId };
    return await this.data('GET', `/v1/loom/runs/${segment(id)}/receipt`, { query, options });
  }

  /** Approves a held call. `digest` is that of what was shown: something else is refused as `stale_confirmation`. */
  async approve(
    id: string,
    decision: Omit<NewDecision, 'decision'>,
    options?: RequestOptions,
  ): Promise<AcceptedForRun> {
    return await this.#act(id, 'confirm', { ...decision, decision: 'approve' }, options);
  }

  /** Rejects a held call: the model gets the detail. */
  async reject(
    id: string,
    decision: Omit<NewDecision, 'decision'>,
    options?: RequestOptions,
  ): Promise<AcceptedForRun> {
    return await this.#act(id, 'confirm', { ...decision, decision: 'reject' }, options);
  }

  /** Takes the actor's own approval of a held call back. */
  async withdraw(id: string, toolCallId: string, options?: RequestOptions): Promise<AcceptedForRun> {
    return await this.#act(id, 'withdraw', { tool_call_id: toolCallId }, options);
  }

  /** Corrects the arguments of a held call. */
  async revise(id: string, revision: NewRevision, options?: RequestOptions): Promise<RevisedCall> {
    return await this.#act(id, 'revise', revision, options);
  }

  /** Reports the outcome of a proposed action. */
  async reportOutcome(id: string, outcome: NewOutcome, options?: RequestOptions): Promise<AcceptedForRun> {
    return await this.#act(id, 'outcome', outcome, options);
  }

  async cancel(id: string, options?: RequestOptions): Promise<AcceptedForRun> {
    return await this.#act(id, 'cancel', undefined, options);
  }

  /**
   * Approves or rejects up to 100 held calls, of any runs, each by itself. An item that is refused, with its `code` in the
   * results, does not touch the others.
   */
  async decide(decisions: NewDecisions, options?: RequestOptions): Promise<DecidedItems> {
    return await this.data('POST', '/v1/loom/approvals/decide', { json: decisions, options });
  }

  /** Items that wait for a person, oldest first. */
  approvals(query?: ListApprovalsQuery, options?: RequestOptions): Collection<Approval> {
    return this.collection('/v1/loom/approvals', query, options);
  }

  /** The held calls that wait for a confirmation, added up: how many, and how much they pay in each currency. */
  async approvalTotals(query?: GetApprovalTotalsQuery, options?: RequestOptions): Promise<ApprovalTotals> {
    return await this.data('GET', '/v1/loom/approvals/totals', { query, options });
  }

  /** The held calls that people have decided on, latest decision first. */
  decidedCalls(query?: ListDecidedCallsQuery, options?: RequestOptions): Collection<DecidedCall> {
    return this.collection('/v1/loom/approvals/decided', query, options);
  }

  /**
   * Follows what waits for a person in the workspace, until the loop is left or the signal is aborted. The changes have no content:
   * read `approvals` again. `missed` comes first and after a reconnect: anything may have changed.
   */
  approvalChanges(
    options?: Omit<FollowOptions, 'since' | 'lastEventId'>,
  ): AsyncGenerator<ApprovalChange, void, undefined> {
    return followEvents(this.transport, '/v1/loom/approvals/events', options);
  }

  async #act<Accepted>(
    id: string,
    action: string,
    json: unknown,
    options: RequestOptions | undefined,
  ): Promise<Accepted> {
    return await this.data('POST', `/v1/loom/runs/${segment(id)}/${action}`, { json, options });
  }
}

async function* ofRun(id: string, events: AsyncIterable<Event>): AsyncGenerator<Event, void, undefined> {
  for await (const event of events) if (event.run_id === id) yield event;
}
