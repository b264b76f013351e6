import type { Logger } from '#config/logger.ts';
import type { Caller } from '../authentication/caller.ts';
import type { About } from '../server/about.ts';
import type { Services } from '../services.ts';
import type { GrantAccess } from './access-tokens.ts';

/** A request of an MCP client, as tools use it. */
export interface McpCall {
  services: Services;
  /** The grant's subject, restricted to its agent and its conversations. */
  caller: Caller;
  access: GrantAccess;
  /** The address that the request comes from. */
  address: string;
  log: Logger;
  /** Aborts when the client goes away or the server stops. */
  signal: AbortSignal;
  /** Whether the grant still exists. */
  stillAllowed: () => Promise<boolean>;
  /** Notes what the request concerned, for its record. */
  concerns: (about: About) => void;
  /** Notes that nothing was done, because an earlier request did it. */
  isReplay: () => void;
}
