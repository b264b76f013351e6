import type { AgentDefinition } from '#contract/agent.ts';

/** One published version of an agent: immutable but for its being archived. */
export interface AgentDocument extends AgentDefinition {
  _id: string;
  workspace_id: string;
  version: number;
  /** SHA-256 of the definition: tells whether a publication changes anything. */
  definition_hash: string;
  archived_at?: Date;
  created_at: Date;
}
