import * as z from 'zod/mini';
import type { Approvals, PendingConfirmation } from '../api/schema.ts';

export type { Approvals };

const Json = z.record(z.string(), z.unknown());

/** The event data that the app shows. Data that does not match the schema is shown as JSON. */
const Delta = z.object({ message_id: z.string(), index: z.number(), text: z.string() });
const CallStarted = z.object({
  tool_call_id: z.string(),
  patch_ref: z.string(),
  name: z.string(),
  args: z.optional(Json),
});
const CallCompleted = z.object({
  tool_call_id: z.string(),
  patch_ref: z.string(),
  name: z.string(),
  status: z.enum(['ok', 'failed', 'declined', 'denied']),
  result: z.optional(Json),
});
const Question = z.object({ tool_call_id: z.string(), kind: z.string(), prompt: Json });
const ProposedAction = z.object({ tool_call_id: z.string(), patch_ref: z.string(), args: Json });
const ApprovalsHead = z.object({ required: z.number(), given: z.array(z.object({ actor: z.string() })) });
const ApprovalRecorded = z.object({
  tool_call_id: z.string(),
  actor: z.string(),
  decision: z.string(),
  approvals: z.custom<Approvals>((data) => ApprovalsHead.safeParse(data).success),
  not_before: z.optional(z.string()),
});
/** The fields without which a card cannot be shown. The others are as the API describes them. */
const HeldWriteHead = z.object({
  tool_call_id: z.string(),
  patch_ref: z.string(),
  summary: z.object({ title: z.string() }),
  risk: z.enum(['low', 'medium', 'high', 'critical']),
  approvals: z.optional(ApprovalsHead),
});
const HeldWrite = z.custom<HeldWrite>((data) => HeldWriteHead.safeParse(data).success);
export const Handoff = z.object({ reason: z.string(), summary: z.optional(z.string()) });
export const Plan = z.object({
  steps: z.array(z.object({ title: z.string(), status: z.enum(['pending', 'active', 'done']) })),
});
const Completed = z.object({
  reason: z.optional(z.string()),
  cost_credits: z.optional(z.number()),
});
const Failed = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

export type Delta = z.infer<typeof Delta>;
export type CallStarted = z.infer<typeof CallStarted>;
export type CallCompleted = z.infer<typeof CallCompleted>;
export type Question = z.infer<typeof Question>;
export type ProposedAction = z.infer<typeof ProposedAction>;
/** A held write. A trace has only its call. */
export type HeldWrite = Omit<PendingConfirmation, 'run_id' | 'args' | Times> & {
  args?: PendingConfirmation['args'] | undefined;
} & Partial<Pick<PendingConfirmation, Times>>;
type Times = 'created_at' | 'expires_at';
export type ApprovalRecorded = z.infer<typeof ApprovalRecorded>;
export type Handoff = z.infer<typeof Handoff>;
export type Plan = z.infer<typeof Plan>;
export type Completed = z.infer<typeof Completed>;
export type Failed = z.infer<typeof Failed>;

/** The data of the events that the app shows, by their types. */
export const dataSchemas = {
  'message.delta': Delta,
  'tool_call.started': CallStarted,
  'tool_call.completed': CallCompleted,
  'elicitation.requested': Question,
  'action.proposed': ProposedAction,
  'write.confirmation_requested': HeldWrite,
  'write.approval_recorded': ApprovalRecorded,
  'handoff.requested': Handoff,
  'plan.updated': Plan,
  'run.completed': Completed,
  'run.failed': Failed,
} as const;
