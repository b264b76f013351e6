import { z } from 'zod';
import { PatchRef, Uuid } from './ids.ts';
import { NotBefore } from './cooling.ts';
import { Approvals } from './gate.ts';
import { type EventType, MessageDelta } from './event.ts';
import { FreeJson } from './json.ts';
import { Message } from './message.ts';
import { AgentRef } from './refs.ts';
import { RunError } from './run.ts';
import { CloseReasonName } from './run-names.ts';
import { SentPayment } from './sent-payment.ts';
import { PendingAction, PendingConfirmation, PendingElicitation } from './thread.ts';
import { Timestamp } from './timestamp.ts';

const call = { tool_call_id: Uuid, patch_ref: PatchRef };
const madeCall = {
  tool_call_id: Uuid,
  patch_ref: z.string().meta({ description: 'The name alone if the agent has no such patch.' }),
  name: z.string(),
};

const Waiting = z.object({
  run_id: Uuid,
  ...call,
  stage: z.int().min(1).meta({ description: 'The stage of the policy, from 1.' }),
  waiting_since: Timestamp,
  groups: z.array(z.string()).meta({
    description: 'Groups whose members may approve; empty if anybody may.',
  }),
  approvals: Approvals,
  expires_at: Timestamp,
});

const PlanStep = z
  .object({ title: z.string(), status: z.enum(['pending', 'active', 'done']) })
  .meta({ id: 'PlanStep' });

const SettledPayment = SentPayment.pick({
  tool_call_id: true,
  amount: true,
  currency: true,
  settlement: true,
}).extend({
  payee_id: SentPayment.shape.payee.shape.id,
});

const InvalidResult = z
  .object({ path: z.string(), message: z.string(), code: z.string() })
  .meta({ id: 'InvalidField' });

/** The data of each type of event (event.data). */
export const eventData = {
  'run.started': z.object({ agent: AgentRef }).meta({ id: 'RunStartedData' }),
  'run.completed': z
    .object({ state: z.literal('closed'), cost_credits: z.number(), reason: CloseReasonName })
    .meta({ id: 'RunCompletedData' }),
  'run.failed': z.object({ error: RunError }).meta({ id: 'RunFailedData' }),
  'elicitation.requested': PendingElicitation.omit({ run_id: true })
    .extend(call)
    .meta({ id: 'ElicitationRequestedData' }),
  'action.proposed': PendingAction.omit({ run_id: true }).meta({ id: 'ActionProposedData' }),
  'write.confirmation_requested': PendingConfirmation,
  'write.approval_recorded': z
    .object({
      tool_call_id: Uuid,
      actor: z.string(),
      decision: z.enum(['approve', 'withdraw']),
      approvals: Approvals,
      not_before: NotBefore,
    })
    .meta({ id: 'ApprovalRecordedData', description: 'The call is still held.' }),
  'approval.reminder': Waiting.meta({ id: 'ApprovalReminderData' }),
  'approval.escalated': Waiting.extend({
    escalated_to: z.string().meta({ description: 'The group whose members may approve too, from now on.' }),
  }).meta({ id: 'ApprovalEscalatedData' }),
  'handoff.requested': z
    .looseObject({
      patch_ref: PatchRef,
      reason: z.string().optional(),
      summary: z.string().optional(),
    })
    .meta({ id: 'HandoffRequestedData', description: 'The arguments of the patch, redacted.' }),
  'message.completed': Message,
  'message.block': Message.pick({ role: true, content: true, seq: true })
    .extend({ parts: Message.shape.parts.unwrap() })
    .meta({ id: 'MessageBlockData' }),
  'message.delta': MessageDelta,
  'tool_call.started': z
    .object({ ...madeCall, args: FreeJson.meta({ description: 'Redacted.' }) })
    .meta({ id: 'ToolCallStartedData' }),
  'tool_call.completed': z
    .object({
      ...madeCall,
      status: z.enum(['ok', 'failed', 'declined', 'denied']),
      result: FreeJson.optional().meta({ description: 'Redacted.' }),
    })
    .meta({ id: 'ToolCallCompletedData' }),
  'plan.updated': z.object({ steps: z.array(PlanStep) }).meta({ id: 'PlanUpdatedData' }),
  'payment.settled': SettledPayment.meta({ id: 'PaymentSettledData' }),
  'payment.returned': SettledPayment.meta({ id: 'PaymentReturnedData' }),
  'payment.failed': SettledPayment.meta({ id: 'PaymentFailedData' }),
  'extract.completed': z
    .object({ result: z.unknown().meta({ description: 'A JSON value that is valid against the schema.' }) })
    .meta({ id: 'ExtractCompletedData' }),
  'extract.failed': z
    .object({
      error: z
        .object({ code: z.string(), message: z.string(), details: z.array(InvalidResult) })
        .meta({ id: 'ExtractionFault' }),
    })
    .meta({ id: 'ExtractFailedData' }),
} as const satisfies Record<EventType, z.ZodType>;
