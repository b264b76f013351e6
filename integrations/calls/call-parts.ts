import type { OutboundHttp } from '#adapters/outbound-http/port.ts';
import type { Microcredits } from '#contract/credits.ts';
import type { TraceContext } from '#contract/trace-context.ts';
import type { Agents } from '#engine/ports/agents.ts';
import type { Connections } from '#engine/ports/connections.ts';
import type { Patches } from '#engine/ports/patches.ts';
import type { Extractor } from '#integrations/extract/extractor.ts';
import type { Identifier } from '#identify/identifier.ts';
import type { Database } from '#store/mongo/database.ts';
import type { SignApproval } from './sign-approval.ts';
import type { ToolSessions } from './tool-sessions.ts';

/** The dependencies of making calls. */
export interface CallParts {
  db: Database;
  agents: Agents;
  patches: Patches;
  connections: Connections;
  outboundHttp: OutboundHttp;
  /** Sessions with customers' MCP servers. */
  toolSessions: ToolSessions;
  signApproval: SignApproval;
  /** The trace context of the attempt. Undefined: the process is not traced. */
  traceContext: () => TraceContext | undefined;
  /** Extracts data from texts. */
  extractor: Extractor;
  identifier: Identifier;
  /** The price of a lookup that identifies an institution. */
  identifyPrice: Microcredits;
}
