import type { AgentDefinition } from '#contract/agent.ts';

/** A published version of an agent, as far as a run concerns it. It never changes. */
export type RunAgent = AgentDefinition & { _id: string; workspace_id: string };

/** The published agents. */
export interface Agents {
  /** @throws {Error} if there is no such agent, which cannot be while a run has it */
  get: (id: string) => Promise<RunAgent>;
}
