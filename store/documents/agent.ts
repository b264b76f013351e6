import type { AgentContext, AgentDefinition, AgentPatch } from '#contract/agent.ts';
import type { Gate } from '#contract/gate.ts';
import type { JsonObject } from '#contract/json.ts';
import type { JsonText } from '#contract/json-text.ts';

/** A patch of an agent. The options of its gate are text, because their conditions are free JSON. */
export interface AgentPatchDocument extends Omit<AgentPatch, 'gate'> {
  gate?: 'confirm' | JsonText<Gate>;
}

/** One published version of an agent. Immutable, except that it can be archived. */
export interface AgentDocument extends Omit<AgentDefinition, 'patches' | 'context' | 'reply_schema'> {
  patches: AgentPatchDocument[];
  /** As text, because its schema is free JSON. */
  context?: JsonText<AgentContext>;
  /** As text, because it is free JSON. */
  reply_schema?: JsonText<JsonObject>;
  _id: string;
  workspace_id: string;
  version: number;
  /** SHA-256 of the definition: shows whether a publication changes anything. */
  definition_hash: string;
  archived_at?: Date;
  created_at: Date;
}
