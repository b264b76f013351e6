import type { AgentPatch } from '#contract/agent.ts';
import type { Microcredits } from '#contract/credits.ts';
import type { Patch } from '#contract/patch.ts';
import type { ModelReply } from '#adapters/model/port.ts';
import type { AgentDocument } from '#store/agents.ts';
import type { RunDocument } from '#store/runs.ts';
import type { Conversation } from './conversation.ts';

/** A patch as it is wired to the agent. */
export interface AgentTool {
  patch: Patch;
  wired: AgentPatch;
}

/** A model turn that was taken, before it is recorded. */
export interface TakenTurn {
  run: RunDocument;
  agent: AgentDocument;
  /** What the agent may call, by patch key. */
  tools: Map<string, AgentTool>;
  turn: number;
  reply: ModelReply;
  /** Id of the message that the reply becomes if it is words alone. */
  messageId: string;
  cost: Microcredits;
  conversation: Conversation;
  startedAt: Date;
}
