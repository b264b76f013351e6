import { yieldToOthers } from '#engine/event-loop/yield-to-others.ts';
import { LRUCache } from 'lru-cache';
import { toolDigest } from '#adapters/mcp-client/list-tools.ts';
import type { KnownServer, McpClient, McpSession } from '#adapters/mcp-client/port.ts';
import type { OpenConnection } from '#engine/rules/call-connection.ts';

/** For how long a list of tools counts as what the server lists now, for calls that nobody has approved. */
const freshMs = 30_000;
/** How long it may take to begin a session and to list the tools. */
const openMs = 10_000;
/** Limits the cache, in characters. */
const cachedCharacters = 16 * 1024 * 1024;

/** The recent answers of a server. */
interface SeenServer {
  known: KnownServer;
  /** Digests by the name of the tool; null if several have it. */
  digests: ReadonlyMap<string, string | null>;
}

/** Opens sessions with MCP servers to call tools that were published earlier. */
export class ToolSessions {
  readonly #client: McpClient;
  readonly #seen = new LRUCache<string, SeenServer>({
    ttl: freshMs,
    maxSize: cachedCharacters,
    sizeCalculation: ({ known, digests }) =>
      JSON.stringify(known).length + [...digests.keys()].reduce((sum, name) => sum + name.length + 64, 0) + 1,
  });

  constructor(client: McpClient) {
    this.#client = client;
  }

  /**
   * Begins a session, and compares a tool with what was published of it.
   * @param asked ask the server what its tools are, even if it said so lately
   * @returns undefined if the tool has changed or is gone
   * @throws {McpError} if the server cannot be used. It was not asked to act
   */
  async open(
    workspaceId: string,
    connection: OpenConnection,
    { tool, digest }: { tool: string; digest: string },
    { asked }: { asked: boolean },
  ): Promise<McpSession | undefined> {
    const key = `${connection.id} ${connection.updated_at.getTime()}`;
    const seen = asked ? undefined : this.#seen.get(key);
    const session = await this.#client.connect(
      { workspaceId, url: connection.base_url, headers: connection.headers },
      { until: new Date(Date.now() + openMs), known: seen?.known },
    );
    try {
      const { digests } = seen ?? this.#remember(key, session.known, await listDigests(session));
      if (digests.get(tool) === digest) return session;
    } catch (error) {
      session.close();
      throw error;
    }
    session.close();
    return undefined;
  }

  #remember(key: string, known: KnownServer, digests: SeenServer['digests']): SeenServer {
    const seen = { known, digests };
    this.#seen.set(key, seen);
    return seen;
  }
}

/** The event loop gets its turn after each tool: a list may have megabytes. */
async function listDigests(session: McpSession): Promise<SeenServer['digests']> {
  const digests = new Map<string, string | null>();
  for (const tool of await session.listTools()) {
    digests.set(tool.name, digests.has(tool.name) ? null : toolDigest(tool));
    await yieldToOthers();
  }
  return digests;
}
