import type { AgentDefinition, AgentPatch } from '#contract/agent.ts';
import type { Gate } from '#contract/gate.ts';
import { fromJsonText, type JsonText, toJsonText } from '#contract/json-text.ts';
import type { AgentDocument, AgentPatchDocument } from '../documents/agent.ts';

/** The patches of an agent as they are stored. */
function toPatchDocuments(patches: AgentPatch[]): AgentPatchDocument[] {
  return patches.map(({ gate, ...patch }) => ({
    ...patch,
    ...(gate === undefined ? {} : { gate: gate === 'confirm' ? gate : toJsonText(gate) }),
  }));
}

/** The patches of an agent as they were published. */
function toAgentPatches(patches: AgentPatchDocument[]): AgentPatch[] {
  return patches.map(({ gate, ...patch }) => ({
    ...patch,
    ...(gate === undefined ? {} : { gate: toGate(gate) }),
  }));
}

function toGate(gate: 'confirm' | JsonText<Gate>): Gate {
  return gate === 'confirm' ? 'confirm' : fromJsonText(gate);
}

/** Members of an agent that are stored as text, because they are free JSON. */
type Texts = 'patches' | 'context' | 'reply_schema';

/** A definition as it is stored. */
export function toStoredDefinition({
  patches,
  context,
  reply_schema,
  ...definition
}: AgentDefinition): Omit<AgentDefinition, Texts> & Pick<AgentDocument, Texts> {
  return {
    ...definition,
    patches: toPatchDocuments(patches),
    ...(context === undefined ? {} : { context: toJsonText(context) }),
    ...(reply_schema === undefined ? {} : { reply_schema: toJsonText(reply_schema) }),
  };
}

/** A stored agent with its definition as it was published. */
export function withDefinition({
  patches,
  context,
  reply_schema,
  ...agent
}: AgentDocument): Omit<AgentDocument, Texts> & Pick<AgentDefinition, Texts> {
  return {
    ...agent,
    patches: toAgentPatches(patches),
    ...(context === undefined ? {} : { context: fromJsonText(context) }),
    ...(reply_schema === undefined ? {} : { reply_schema: fromJsonText(reply_schema) }),
  };
}
