import { z } from 'zod';
import { Via } from './credential.ts';
import { Actor, DecisionId, PatchRef, SubjectRef, Uuid } from './ids.ts';
import { FreeJson } from './json.ts';
import { AgentRef, ConnectionRef, Fault } from './refs.ts';
import { RiskLevel } from './risk.ts';
import { ActingClient } from './run.ts';
import { DecisionName, ToolCallStatus } from './run-names.ts';
import { WriteSummary } from './thread.ts';
import { Timestamp } from './timestamp.ts';

/** A held write on which people have decided, and what came of it (inbox.decided). */
export const DecidedCall = z
  .object({
    run_id: Uuid,
    thread_id: Uuid,
    subject_ref: SubjectRef,
    agent: AgentRef,
    tool_call_id: Uuid,
    patch_ref: PatchRef,
    summary: WriteSummary.optional(),
    connection: ConnectionRef.optional(),
    risk: RiskLevel.optional().meta({ description: 'The effective level.' }),
    decision: DecisionName.meta({ description: 'The decision that counted.' }),
    actor: Actor.meta({
      description: 'The person who decided: with the last approval that was needed, or the rejection.',
    }),
    via: Via.optional(),
    passkey_id: Uuid.optional().meta({
      description: 'The passkey that signed it. Session tokens do not see it.',
    }),
    client: ActingClient.optional().meta({ description: 'The MCP client that sent the decision.' }),
    detail: FreeJson.optional().meta({ description: 'The note with the decision, redacted.' }),
    decision_id: DecisionId,
    decided_at: Timestamp,
    approved_by: z
      .array(Actor)
      .optional()
      .meta({ description: 'The actors whose approvals count, in their order. Absent for a rejection.' }),
    status: ToolCallStatus.meta({
      description:
        '`pending`: the call is being carried out. A rejected call is `failed`, too: it was declined.',
    }),
    error: Fault.optional().meta({
      description: 'The reason why an approved call failed, or that its effect is unknown.',
    }),
    finished_at: Timestamp.optional(),
  })
  .meta({ id: 'DecidedCall' });
export type DecidedCall = z.infer<typeof DecidedCall>;
