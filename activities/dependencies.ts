import type { Microcredits, TokenPrice } from '#contract/credits.ts';
import type { ErasureInput } from '#contract/temporal/names.ts';
import type { ModelClass } from '#contract/model-class.ts';
import type { Extractor } from '#extract/extractor.ts';
import type { Identifier } from '#identify/identifier.ts';
import type { Models } from '#adapters/model/models.ts';
import type { OutboundHttp } from '#adapters/outbound-http/port.ts';
import type { SchemaPool } from '#patches/schema-pool.ts';
import type { OpenConnection } from '#store/connections/connections.ts';
import type { Database } from '#store/mongo/database.ts';
import type { PublishedAgents } from '#store/agents/published-agents.ts';
import type { PublishedPatches } from '#store/agents/published-patches.ts';
import type { Outbox } from '#loom/outbox.ts';
import type { RunWorkflows } from '#loom/run-workflows.ts';
import type { Webhooks } from '#webhooks/webhooks.ts';
import type { DeltaSink } from './delta-sink.ts';
import type { ToolSessions } from './tool-sessions.ts';

/** What the activities need. Everything outside the process is passed in here. */
export interface ActivityDependencies {
  db: Database;
  agents: PublishedAgents;
  patches: PublishedPatches;
  /** Validates the arguments of calls. */
  schemas: SchemaPool;
  models: Models;
  prices: Record<ModelClass, TokenPrice>;
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
  /** The runs' workflows. */
  workflows: RunWorkflows;
  /** Tells the runs' workflows what is stored for them. */
  outbox: Outbox;
  /** The workflows of erasures. */
  erasureWorkflows: { start: (input: ErasureInput) => Promise<void> };
  /** The wait before the second pass of an erasure, in milliseconds: longer than requests and caches of the API live. */
  erasureSettlesMs: number;
  /** How many days traces are kept after the end of their run. Absent: as long as the run. */
  traceDays?: number | undefined;
  /** Where the pieces of replies go while they are produced. */
  deltas: DeltaSink;
  webhooks: Webhooks;
}
