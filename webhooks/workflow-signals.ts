import type { WebhookDependencies } from './dependencies.ts';

/** An endpoint that is being told. */
interface Telling {
  /** The call that is under way. */
  told: Promise<boolean>;
  /** The call after it, for all who came meanwhile: what they stored may not have been seen by the first. */
  again?: Promise<boolean>;
}

/**
 * Tells endpoints' workflows that a delivery is pending, as often as it must be: a workflow that was told of what is
 * due at a moment looks again then, and sees what has come since. Nobody is told twice at once: Temporal refuses calls
 * to a workflow that gets many.
 */
export class WorkflowSignals {
  readonly #deps: WebhookDependencies;
  /** Up to when an endpoint's workflow needs no further word. */
  readonly #toldUntil = new Map<string, number>();
  readonly #telling = new Map<string, Telling>();

  constructor(deps: WebhookDependencies) {
    this.#deps = deps;
  }

  /**
   * Never rejects: the sweep wakes whom this could not.
   * @returns whether the workflow knows
   */
  async signal(endpoint: { id: string; workspace_id: string }, dueAt: Date): Promise<boolean> {
    const { id } = endpoint;
    const now = Date.now();
    const toldUntil = this.#toldUntil.get(id);
    if (toldUntil !== undefined && toldUntil > now && toldUntil <= dueAt.getTime()) return true;
    this.#toldUntil.set(id, dueAt.getTime());
    for (const [each, until] of this.#toldUntil) if (until <= now) this.#toldUntil.delete(each);
    const telling = this.#telling.get(id);
    if (telling === undefined) return await this.#start(endpoint);
    telling.again ??= telling.told.then(async () => await this.#start(endpoint));
    return await telling.again;
  }

  async #start(endpoint: { id: string; workspace_id: string }): Promise<boolean> {
    const telling = { told: this.#tell(endpoint) };
    this.#telling.set(endpoint.id, telling);
    const told = await telling.told;
    if (this.#telling.get(endpoint.id) === telling) this.#telling.delete(endpoint.id);
    return told;
  }

  async #tell({ id, workspace_id }: { id: string; workspace_id: string }): Promise<boolean> {
    try {
      await this.#deps.workflows.signal({ endpoint_id: id, workspace_id });
      return true;
    } catch (error) {
      this.#toldUntil.delete(id);
      this.#deps.log.warn({ err: error, endpoint_id: id }, 'a webhook workflow could not be told yet');
      return false;
    }
  }
}
