import type { WebhookDelivery } from '#contract/webhook-attempt.ts';
import { openWebhookEndpoint, type OpenWebhookEndpoint } from '#store/webhooks/open-endpoint.ts';
import { toEvent } from '#store/events/events.ts';
import type { EventDocument } from '#engine/documents/event.ts';
import { pendingDeliveryId } from '#store/mongo/first-deliveries.ts';
import { deliverAgain, dropDelivery } from '#store/webhooks/pending-deliveries.ts';
import type { PendingDeliveryDocument } from '#store/documents/pending-delivery.ts';
import { countAttempts } from '#store/webhooks/attempts.ts';
import type { WebhookAttemptDocument } from '#store/documents/webhook-attempt.ts';
import type { WebhookEndpointDocument } from '#store/documents/webhook-endpoint.ts';
import { attemptDelivery } from './attempt.ts';
import { deliverDue } from './deliver-due.ts';
import type { WebhookDependencies } from './dependencies.ts';
import { EndpointQueues } from './endpoint-queues.ts';
import { sampleEvent } from './sample-event.ts';
import { OverdueSweep } from './overdue-sweep.ts';
import { shownRequest } from './shown-request.ts';
import { WorkflowSignals } from './workflow-signals.ts';

/**
 * A first attempt that has not started within this time is left to the sweep, for which it is due once the time of the
 * attempt itself is over too (store/webhooks/pending-deliveries.ts).
 */
const limits = { perEndpoint: 8, perWorkspace: 128, total: 1024, backlog: 256, maxQueuedMs: 2000 };
/** How long a stopping process waits for attempts in progress. */
const drainMs = 5000;

/** Sends events to webhook endpoints. One instance per process. */
export class Webhooks {
  readonly #deps: WebhookDependencies;
  /** Endpoints with decrypted secrets, for as long as they are cached. */
  readonly #opened = new WeakMap<WebhookEndpointDocument, OpenWebhookEndpoint>();
  readonly #queues = new EndpointQueues(limits);
  readonly #signals: WorkflowSignals;
  readonly #overdueSweep: OverdueSweep;
  readonly #stopping = new AbortController();
  #stopListening: (() => void) | undefined;

  constructor(deps: WebhookDependencies) {
    this.#deps = deps;
    this.#signals = new WorkflowSignals(deps);
    this.#overdueSweep = new OverdueSweep(deps.db, async ({ endpoint_id, workspace_id }) => {
      await this.#endIdle(endpoint_id);
      return await this.#signals.signal({ id: endpoint_id, workspace_id }, new Date());
    });
  }

  /** From now on, makes the first attempt at every delivery that this process stores, right after it is stored. */
  start(): this {
    this.#stopListening ??= this.#deps.db.storedEvents.listen((events, { deliveries }) => {
      for (const pending of deliveries) {
        const event = events.find(({ _id }) => _id === pending.event_id);
        if (event !== undefined) this.#offer(pending, event);
      }
    });
    return this;
  }

  /** Waits some seconds for attempts in progress. The sweep takes care of the rest. */
  async stop(): Promise<void> {
    this.#stopListening?.();
    const late = setTimeout(() => this.#stopping.abort(), drainMs);
    await this.#queues.drain();
    clearTimeout(late);
  }

  /**
   * Sends a sample event to an endpoint once, even if it is disabled.
   * @param eventId of the sample that is sent again. Default: a new one
   */
  async test(
    endpoint: OpenWebhookEndpoint,
    signal: AbortSignal,
    eventId?: string,
  ): Promise<WebhookAttemptDocument> {
    const event = sampleEvent(endpoint, eventId);
    return await attemptDelivery(this.#deps, { endpoint, event, signal });
  }

  /** @see shownRequest */
  async shownRequest(attempt: WebhookAttemptDocument): Promise<WebhookDelivery['request']> {
    return await shownRequest(this.#deps.db, attempt);
  }

  /**
   * Delivers an event to an endpoint again. When this resolves, the delivery is stored, and will be made.
   * @returns false if there is no such event any more
   */
  async redeliver(endpoint: { id: string; workspace_id: string }, eventId: string): Promise<boolean> {
    const { db } = this.#deps;
    const due_at = new Date();
    const isStored = await deliverAgain(db, {
      _id: pendingDeliveryId(endpoint.id, eventId),
      workspace_id: endpoint.workspace_id,
      endpoint_id: endpoint.id,
      event_id: eventId,
      attempt: (await countAttempts(db, endpoint.id, eventId)) + 1,
      retry: 0,
      due_at,
    });
    if (isStored) await this.#signals.signal(endpoint, due_at);
    return isStored;
  }

  /** @see OverdueSweep.run */
  async sweepOverdue(isOver: () => boolean): Promise<number> {
    return await this.#overdueSweep.run(isOver);
  }

  /** @see deliverDue */
  async deliverDue(endpointId: string, signal: AbortSignal): Promise<number | undefined> {
    return await deliverDue(this.#deps, endpointId, signal);
  }

  /**
   * A workflow that does nothing, although deliveries are overdue, may never do anything again: after Temporal was restored to an
   * earlier moment, a worker that still had it in memory can have it wait for what never comes.
   */
  async #endIdle(endpoint_id: string): Promise<void> {
    try {
      await this.#deps.workflows.endIdle({ endpoint_id });
    } catch (error) {
      this.#deps.log.warn({ err: error, endpoint_id }, 'a webhook workflow could not be looked at yet');
    }
  }

  #offer(pending: PendingDeliveryDocument, event: EventDocument): void {
    const { endpoint_id, event_id } = pending;
    const taken = this.#queues.offer(pending, async () => {
      try {
        await this.#attempt(pending, event);
      } catch (error) {
        this.#deps.log.warn({ err: error, endpoint_id, event_id }, 'a first attempt is left to the sweep');
      }
    });
    if (!taken) {
      this.#deps.log.debug(
        { endpoint_id, event_id },
        'a first attempt does not fit, and is left to the sweep',
      );
    }
  }

  async #attempt(pending: PendingDeliveryDocument, event: EventDocument): Promise<void> {
    // Read again, because the endpoint may have been changed, disabled or deleted while the event waited.
    const endpoint = await this.#endpoint(pending);
    if (endpoint === undefined) return await dropDelivery(this.#deps.db, pending);
    const { signal } = this.#stopping;
    const attempt = await attemptDelivery(this.#deps, { endpoint, event: toEvent(event), pending, signal });
    const { next_attempt_at } = attempt;
    if (next_attempt_at !== undefined) void this.#signals.signal(endpoint, next_attempt_at);
  }

  async #endpoint({
    workspace_id,
    endpoint_id,
  }: PendingDeliveryDocument): Promise<OpenWebhookEndpoint | undefined> {
    const { db, keyring } = this.#deps;
    const document = (await db.enabledEndpoints.of(workspace_id)).find(({ _id }) => _id === endpoint_id);
    if (document === undefined) return undefined;
    const opened = this.#opened.get(document) ?? openWebhookEndpoint(keyring, document);
    this.#opened.set(document, opened);
    return opened;
  }
}
