import type { WebhookDependencies } from './dependencies.ts';

/**
 * Tells endpoints' workflows that a delivery is pending, as often as it must be: a workflow that was told of what is due
 * at a moment looks again then, and sees what has come since.
 */
export class Wakes {
  readonly #deps: WebhookDependencies;
  /** Up to when an endpoint's workflow needs no further word. */
  readonly #toldUntil = new Map<string, number>();

  constructor(deps: WebhookDependencies) {
    this.#deps = deps;
  }

  /**
   * Never rejects: the sweep wakes whom this could not.
   * @returns whether the workflow knows
   */
  async wake(endpoint: { id: string; workspace_id: string }, dueAt: Date): Promise<boolean> {
    const now = Date.now();
    const toldUntil = this.#toldUntil.get(endpoint.id);
    if (toldUntil !== undefined && toldUntil > now && toldUntil <= dueAt.getTime()) return true;
    this.#toldUntil.set(endpoint.id, dueAt.getTime());
    for (const [id, until] of this.#toldUntil) if (until <= now) this.#toldUntil.delete(id);
    try {
      const { id, workspace_id } = endpoint;
      await this.#deps.workflows.wake({ endpoint_id: id, workspace_id });
      return true;
    } catch (error) {
      this.#toldUntil.delete(endpoint.id);
      this.#deps.log.warn(
        { err: error, endpoint_id: endpoint.id },
        'a webhook workflow could not be told yet',
      );
      return false;
    }
  }
}
