import type { ProcessLog } from '#engine/ports/log.ts';
import type { TraceContext } from '#contract/trace-context.ts';
import type { PublishedAgents } from '#store/agents/published-agents.ts';
import type { EventFeed } from '#store/events/event-feed.ts';
import type { Caller } from '../http/authentication/caller.ts';
import type { About } from '../http/endpoint/about.ts';
import type { KeyServices } from '../http/idempotency/run-under-key.ts';
import type { ConcurrencyLimiter } from '../http/limits/concurrency-limiter.ts';
import type { MessageServices } from '../resources/messages/message-from.ts';
import type { InputServices } from '../resources/runs/input-of-caller.ts';
import type { ThreadServices } from '../resources/threads/open.ts';
import type { PauseStates } from './pause-states.ts';
import type { GrantAccess } from '../oauth/access-tokens.ts';

/** The dependencies of the tools. */
export interface McpServices extends InputServices, MessageServices, KeyServices, ThreadServices {
  /** The public address of the API. */
  baseUrl: string;
  /** Agents by id. */
  agents: PublishedAgents;
  eventFeed: EventFeed;
  /** Tool calls that wait for a run in this process; a grant counts as a subject. */
  toolLimiter: ConcurrencyLimiter;
  /** Signs what clients carry while they ask their users. */
  pauseStates: PauseStates;
  /** Absent if spans are exported nowhere. */
  tracing?: { linkRequest: (caller: TraceContext) => void } | undefined;
}

/** A request of an MCP client, as tools use it. */
export interface McpCall {
  services: McpServices;
  /** The grant's subject, restricted to its agent and its conversations. */
  caller: Caller;
  access: GrantAccess;
  /** The address that the request comes from. */
  address: string;
  log: ProcessLog;
  /** Aborts when the client goes away or the server stops. */
  signal: AbortSignal;
  /** Whether the grant still exists. */
  stillAllowed: () => Promise<boolean>;
  /** Notes what the request concerned, for its record. */
  concerns: (about: About) => void;
  /** Notes that nothing was done, because an earlier request did it. */
  isReplay: () => void;
}
