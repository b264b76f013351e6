import type { WebhookDependencies } from './dependencies.ts';

/** An endpoint that is being signalled. */
interface Telling {
  /** The signal in progress. */
  delivered: Promise<boolean>;
  /** The signal after it, for all who came meanwhile: the first one may not have seen what they stored. */
  again?: Promise<boolean>;
}

/**
 * Signals endpoints' workflows that a delivery is pending, as rarely as possible: a workflow that knows when the next
 * delivery is due checks again then, and sees what was added since. No workflow is signalled concurrently, because
 * Temporal rejects calls to a workflow that receives many.
 */
export class WorkflowSignals {
  readonly #deps: WebhookDependencies;
  /** The time until which an endpoint's workflow needs no further signal. */
  readonly #notifiedUntil = new Map<string, number>();
  readonly #telling = new Map<string, Telling>();

  constructor(deps: WebhookDependencies) {
    this.#deps = deps;
  }

  /**
   * Never rejects: the sweep signals the workflows that this could not.
   * @returns whether the workflow knows
   */
  async signal(endpoint: { id: string; workspace_id: string }, dueAt: Date): Promise<boolean> {
    const { id } = endpoint;
    const now = Date.now();
    const notifiedUntil = this.#notifiedUntil.get(id);
    if (notifiedUntil !== undefined && notifiedUntil > now && notifiedUntil <= dueAt.getTime()) return true;
    this.#notifiedUntil.set(id, dueAt.getTime());
    for (const [each, until] of this.#notifiedUntil) if (until <= now) this.#notifiedUntil.delete(each);
    const telling = this.#telling.get(id);
    if (telling === undefined) return await this.#start(endpoint);
    telling.again ??= telling.delivered.then(async () => await this.#start(endpoint));
    return await telling.again;
  }

  async #start(endpoint: { id: string; workspace_id: string }): Promise<boolean> {
    const telling = { delivered: this.#tell(endpoint) };
    this.#telling.set(endpoint.id, telling);
    const delivered = await telling.delivered;
    if (this.#telling.get(endpoint.id) === telling) this.#telling.delete(endpoint.id);
    return delivered;
  }

  async #tell({ id, workspace_id }: { id: string; workspace_id: string }): Promise<boolean> {
    try {
      await this.#deps.workflows.signal({ endpoint_id: id, workspace_id });
      return true;
    } catch (error) {
      this.#notifiedUntil.delete(id);
      this.#deps.log.warn({ err: error, endpoint_id: id }, 'a webhook workflow could not be notified yet');
      return false;
    }
  }
}
