import type { AgentDefinition } from '#contract/agent.ts';

/** One published version of an agent. Immutable, except that it can be archived. */
export interface AgentDocument extends AgentDefinition {
  _id: string;
  workspace_id: string;
  version: number;
  /** SHA-256 of the definition: shows whether a publication changes anything. */
  definition_hash: string;
  archived_at?: Date;
  created_at: Date;
}
