import { subscribes } from '#contract/webhook-endpoint.ts';
import { EnabledWebhookEndpoints, type OpenWebhookEndpoint } from '#store/enabled-webhook-endpoints.ts';
import { toEvent, type EventDocument } from '#store/events.ts';
import { oweAgain, owedDeliveryId } from '#store/owed-deliveries.ts';
import { countAttempts, type WebhookAttemptDocument } from '#store/webhook-attempts.ts';
import { attemptDelivery } from './attempt.ts';
import { deliverDue } from './deliver-due.ts';
import type { WebhookDependencies } from './dependencies.ts';
import { EndpointQueues } from './endpoint-queues.ts';
import { sampleEvent } from './sample-event.ts';
import { Wakes } from './wakes.ts';

/**
 * A first attempt that has not begun by then is left to the sweep, which looks for it when also the time of the
 * attempt itself is over (store/missed-deliveries.ts).
 */
const limits = { perEndpoint: 8, total: 1000, backlog: 256, patienceMs: 2000 };
/** How long a process that stops waits for attempts under way. */
const drainMs = 5000;

/** Sends events to webhook endpoints. One a process. */
export class Webhooks {
  readonly #deps: WebhookDependencies;
  readonly #endpoints: EnabledWebhookEndpoints;
  readonly #queues = new EndpointQueues(limits);
  readonly #wakes: Wakes;
  readonly #stopping = new AbortController();
  #stopListening: (() => void) | undefined;

  constructor(deps: WebhookDependencies) {
    this.#deps = deps;
    this.#endpoints = new EnabledWebhookEndpoints(deps.db, deps.keyring);
    this.#wakes = new Wakes(deps);
  }

  /** From now on, makes the first attempt at every event that this process stores, right after it is stored. */
  start(): this {
    this.#stopListening ??= this.#deps.db.storedEvents.listen((events) => void this.#announce(events));
    return this;
  }

  /** Lets the attempts under way end, for some seconds. What is not sent by then is the sweep's. */
  async stop(): Promise<void> {
    this.#stopListening?.();
    const late = setTimeout(() => this.#stopping.abort(), drainMs);
    await this.#queues.drain();
    clearTimeout(late);
  }

  /** Tells that a workspace's endpoints have just been changed by this process. */
  forget(workspaceId: string): void {
    this.#endpoints.forget(workspaceId);
  }

  /** Sends a sample to an endpoint, once, enabled or not. */
  async test(endpoint: OpenWebhookEndpoint, signal: AbortSignal): Promise<WebhookAttemptDocument> {
    const event = sampleEvent(endpoint);
    return await attemptDelivery(this.#deps, { endpoint, event, retried: false, signal });
  }

  /** Owes an event to an endpoint anew. When this resolves it is stored, and will be sent. */
  async redeliver(endpoint: { id: string; workspace_id: string }, eventId: string): Promise<void> {
    const { db } = this.#deps;
    const due_at = new Date();
    await oweAgain(db, {
      _id: owedDeliveryId(endpoint.id, eventId),
      workspace_id: endpoint.workspace_id,
      endpoint_id: endpoint.id,
      event_id: eventId,
      attempt: (await countAttempts(db, endpoint.id, eventId)) + 1,
      retry: 0,
      due_at,
    });
    await this.#wakes.wake(endpoint, due_at);
  }

  /** Wakes the workflow of an endpoint that something is overdue to. Never rejects: the sweep comes again. */
  async wake({ endpoint_id, workspace_id }: { endpoint_id: string; workspace_id: string }): Promise<void> {
    await this.#wakes.wake({ id: endpoint_id, workspace_id }, new Date());
  }

  /** @see deliverDue */
  async deliverDue(endpointId: string, signal: AbortSignal): Promise<number | undefined> {
    return await deliverDue(this.#deps, endpointId, signal);
  }

  async #announce(events: EventDocument[]): Promise<void> {
    const [first] = events;
    if (first === undefined) return;
    try {
      // One write stores events of one workspace.
      for (const endpoint of await this.#endpoints.of(first.workspace_id)) {
        for (const event of events) {
          if (subscribes(endpoint, event.type)) this.#offer(endpoint, event);
        }
      }
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'events are left to the sweep: their endpoints could not be read');
    }
  }

  #offer({ id, workspace_id }: OpenWebhookEndpoint, event: EventDocument): void {
    const ids = { endpoint_id: id, event_id: event._id };
    const taken = this.#queues.offer(id, async () => {
      try {
        // As it is now: while the event waited, the endpoint may have been changed, or disabled.
        const endpoint = (await this.#endpoints.of(workspace_id)).find((one) => one.id === id);
        if (endpoint !== undefined) await this.#attempt(endpoint, event);
      } catch (error) {
        this.#deps.log.warn({ err: error, ...ids }, 'a first attempt is left to the sweep');
      }
    });
    if (!taken) this.#deps.log.debug(ids, 'a first attempt does not fit, and is left to the sweep');
  }

  async #attempt(endpoint: OpenWebhookEndpoint, event: EventDocument): Promise<void> {
    const { signal } = this.#stopping;
    const attempt = await attemptDelivery(this.#deps, { endpoint, event: toEvent(event), signal });
    const { status, next_attempt_at } = attempt;
    // One that answers 410 is disabled by now.
    if (status === 'failed' && next_attempt_at === undefined) this.forget(endpoint.workspace_id);
    if (next_attempt_at !== undefined) void this.#wakes.wake(endpoint, next_attempt_at);
  }
}
