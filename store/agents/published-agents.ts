import { LRUCache } from 'lru-cache';
import type { AgentDocument } from '../documents/agent.ts';
import type { Database } from '../mongo/database.ts';

const cachedAgents = 1000;

/**
 * Agents by id, for work that already belongs to their workspace. Cached without limit of time, because a version never
 * changes.
 */
export class PublishedAgents {
  readonly #db: Database;
  readonly #known = new LRUCache<string, AgentDocument>({ max: cachedAgents });

  constructor(db: Database) {
    this.#db = db;
  }

  /** @throws {Error} if there is no such agent */
  async get(id: string): Promise<AgentDocument> {
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    const agent = await this.#db.agents.findOne({ _id: id });
    if (agent === null) throw new Error(`there is no agent ${id}`);
    this.#known.set(id, agent);
    return agent;
  }
}
