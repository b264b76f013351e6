import type { OutboundHttp } from '#adapters/outbound-http/port.ts';
import type { Microcredits } from '#contract/credits.ts';
import type { Agents } from '#engine/ports/agents.ts';
import type { Seal } from '#engine/ports/seal.ts';
import type { Extractor } from '#integrations/extract/extractor.ts';
import type { Identifier } from '#identify/identifier.ts';
import type { SchemaPool } from '#patches/schemas/schema-pool.ts';
import type { PublishedPatches } from '#store/patches/published-patches.ts';
import type { OpenConnection } from '#store/connections/connections.ts';
import type { Database } from '#store/mongo/database.ts';
import type { ToolSessions } from './tool-sessions.ts';

/** What makes calls. */
export interface CallParts {
  db: Database;
  agents: Agents;
  patches: PublishedPatches;
  /** Validates the arguments of calls. */
  schemas: SchemaPool;
  outboundHttp: OutboundHttp;
  /** Sessions with customers' MCP servers. */
  toolSessions: ToolSessions;
  /** Extracts data from texts. */
  extractor: Extractor;
  identifier: Identifier;
  /** The price of a lookup that identifies an institution. */
  identifyPrice: Microcredits;
  /** Null if the workspace no longer has such a connection. */
  openConnection: (workspaceId: string, connectionId: string) => Promise<OpenConnection | null>;
  seal: Seal;
}
