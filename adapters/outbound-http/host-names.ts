import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import { LRUCache } from 'lru-cache';
import pLimit, { type LimitFunction } from 'p-limit';

/** How many lookups a process makes at once for one workspace, and how many more may wait. */
const mostAtOnce = 8;
const mostWaiting = 64;

/** How long a server has to answer the first time it is asked. It has twice as long the second time. */
const triedForMs = 1500;
const tries = 2;
/** The longest time for a lookup, however many servers there are. */
const longestMs = 5000;
/** How long to wait for addresses of the other family once there are some of one. */
const otherFamilyMs = 250;

/** Addresses are cached for as long as their records say, within these bounds. */
const shortestCachedMs = 1000;
const longestCachedMs = 30_000;
const cachedNames = 10_000;
/** An answer can hold four thousand addresses. Of each family, this many are tried and cached. */
const mostAddresses = 16;

/** `localhost` is this machine, and no server is asked for it (RFC 6761). */
const localhost = /^(?:.+\.)?localhost\.?$/i;
const loopback: LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/**
 * Looks up the names of tenants' hosts by DNS, with time-outs and a limit for each workspace, so that a silent DNS server
 * delays only the workspace that uses it. `dns.lookup` would take a thread of the process's pool for each name, for as
 * long as the server is silent (docs/decisions/0036).
 */
export class HostNames {
  readonly #servers: string[] | undefined;
  readonly #limits = new Map<string, LimitFunction>();
  readonly #found: LRUCache<string, LookupAddress[]>;

  /** @param servers such as `127.0.0.1:53`. Default: the system's. */
  constructor(servers?: string[]) {
    this.#servers = servers;
    this.#found = new LRUCache({
      max: cachedNames,
      ttl: longestCachedMs,
      ignoreFetchAbort: true,
      fetchMethod: async (key, _, { options }) => {
        const [workspaceId = '', hostname = ''] = key.split(' ');
        const { addresses, ttlMs } = await this.#inTurn(workspaceId, hostname);
        options.ttl = ttlMs;
        return addresses;
      },
    });
  }

  /** A lookup for `net.connect`, for the requests of a workspace. It returns every address of the name, IPv4 first. */
  lookupFor(workspaceId: string): LookupFunction {
    const addresses = callbackify(async (hostname: string) => await this.#addresses(workspaceId, hostname));
    return (hostname, _options, done) =>
      addresses(hostname, (error, found) => done(error, error === null ? found : []));
  }

  async #addresses(workspaceId: string, hostname: string): Promise<LookupAddress[]> {
    if (localhost.test(hostname)) return loopback;
    // Each workspace has its own entries. Otherwise one would wait for lookups in the queue of another.
    return (await this.#found.fetch(`${workspaceId} ${hostname}`)) ?? [];
  }

  /** @throws with the code `EBUSY` if too many lookups of the workspace are already waiting */
  async #inTurn(workspaceId: string, hostname: string) {
    const limit = this.#limits.get(workspaceId) ?? pLimit(mostAtOnce);
    this.#limits.set(workspaceId, limit);
    if (limit.pendingCount >= mostWaiting) throw failure('EBUSY', 'too many names are being looked up');
    try {
      return await limit(async () => await resolve(hostname, this.#servers));
    } finally {
      if (limit.activeCount + limit.pendingCount === 0) this.#limits.delete(workspaceId);
    }
  }
}

async function resolve(hostname: string, servers: string[] | undefined) {
  const resolver = new Resolver({ timeout: triedForMs, tries });
  if (servers !== undefined) resolver.setServers(servers);
  const timers = [setTimeout(() => resolver.cancel(), longestMs)];
  const once = <Record>(asked: Promise<Record[]>) =>
    asked.then((records) => {
      timers.push(setTimeout(() => resolver.cancel(), otherFamilyMs));
      return records.slice(0, mostAddresses);
    });
  try {
    const [v4, v6] = await Promise.allSettled([
      once(resolver.resolve4(hostname, { ttl: true })),
      once(resolver.resolve6(hostname, { ttl: true })),
    ]);
    const records = [
      ...(v4.status === 'fulfilled' ? v4.value.map((record) => ({ ...record, family: 4 })) : []),
      ...(v6.status === 'fulfilled' ? v6.value.map((record) => ({ ...record, family: 6 })) : []),
    ];
    if (records.length === 0 && v4.status === 'rejected')
      throw unresolved(v4.reason as NodeJS.ErrnoException);
    const ttlMs = Math.min(...records.map(({ ttl }) => ttl * 1000), longestCachedMs);
    return {
      addresses: records.map(({ address, family }) => ({ address, family })),
      ttlMs: Math.max(ttlMs, shortestCachedMs),
    };
  } finally {
    for (const timer of timers) clearTimeout(timer);
  }
}

/** A DNS server that refuses the connection does not mean that the host does. */
function unresolved(error: NodeJS.ErrnoException): NodeJS.ErrnoException {
  return error.code === 'ECONNREFUSED' ? failure('EAI_AGAIN', error.message) : error;
}

function failure(code: string, message: string): NodeJS.ErrnoException {
  return Object.assign(new Error(message), { code });
}
