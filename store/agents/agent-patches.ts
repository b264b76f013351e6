import type { AgentPatch } from '#contract/agent.ts';
import type { Gate } from '#contract/gate.ts';
import { fromJsonText, type JsonText, toJsonText } from '#contract/json-text.ts';
import type { AgentPatchDocument } from '../documents/agent.ts';

/** The patches of an agent as they are stored. */
export function toPatchDocuments(patches: AgentPatch[]): AgentPatchDocument[] {
  return patches.map(({ gate, ...patch }) => ({
    ...patch,
    ...(gate === undefined ? {} : { gate: gate === 'confirm' ? gate : toJsonText(gate) }),
  }));
}

/** The patches of an agent as they were published. */
export function toAgentPatches(patches: AgentPatchDocument[]): AgentPatch[] {
  return patches.map(({ gate, ...patch }) => ({
    ...patch,
    ...(gate === undefined ? {} : { gate: toGate(gate) }),
  }));
}

function toGate(gate: 'confirm' | JsonText<Gate>): Gate {
  return gate === 'confirm' ? 'confirm' : fromJsonText(gate);
}
