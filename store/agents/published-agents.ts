import { LRUCache } from 'lru-cache';
import type { RunAgent } from '#engine/ports/agents.ts';
import type { AgentDocument } from '../documents/agent.ts';
import type { Database } from '../mongo/database.ts';
import { withDefinition } from './agent-texts.ts';

/** A version of an agent, with its patches as they were published. */
export type PublishedAgent = RunAgent & Omit<AgentDocument, 'patches' | 'context' | 'reply_schema'>;

const cachedAgents = 1000;

/**
 * Agents by id, for work that already belongs to their workspace. Cached without limit of time, because a version never
 * changes.
 */
export class PublishedAgents {
  readonly #db: Database;
  readonly #known = new LRUCache<string, PublishedAgent>({ max: cachedAgents });

  constructor(db: Database) {
    this.#db = db;
  }

  /** @throws {Error} if there is no such agent */
  async get(id: string): Promise<PublishedAgent> {
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    const stored = await this.#db.agents.findOne({ _id: id });
    if (stored === null) throw new Error(`there is no agent ${id}`);
    const agent = withDefinition(stored);
    this.#known.set(id, agent);
    return agent;
  }
}
