import * as z from 'zod/mini';

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
const Approvals = z.object({
  required: z.number(),
  given: z.array(z.object({ actor: z.string(), via: z.string(), at: z.string() })),
  excluded: z.optional(z.array(z.string())),
  stage: z.optional(
    z.object({
      number: z.number(),
      of: z.number(),
      required: z.number(),
      given: z.number(),
      group: z.optional(z.string()),
      via: z.optional(z.array(z.string())),
    }),
  ),
});
const ApprovalRecorded = z.object({
  tool_call_id: z.string(),
  actor: z.string(),
  decision: z.string(),
  approvals: Approvals,
});
const ShownAmount = z.object({
  limits: z.array(z.string()),
  amount: z.optional(z.string()),
  currency: z.optional(z.string()),
  payee: z.optional(z.string()),
});
const ShownAccount = z.object({
  pointers: z.array(z.string()),
  result: z.enum(['identified', 'not_found', 'unsupported', 'malformed', 'hidden']),
  rail: z.optional(z.string()),
  reference: z.optional(z.string()),
  reason: z.optional(z.string()),
  country: z.optional(z.string()),
  institution: z.optional(z.object({ name: z.string(), branch: z.optional(z.string()) })),
  account_valid: z.optional(z.boolean()),
  message: z.optional(z.string()),
});
const HeldWrite = z.object({
  tool_call_id: z.string(),
  patch_ref: z.string(),
  summary: z.object({
    title: z.string(),
    fields: z.optional(z.array(z.object({ label: z.string(), value: z.string() }))),
  }),
  amounts: z.optional(z.array(ShownAmount)),
  accounts: z.optional(z.array(ShownAccount)),
  returned: z.optional(
    z.object({
      reason: z.enum(['not_sent_in_time', 'approval_age', 'identify', 'connection']),
      accounts: z.optional(z.array(ShownAccount)),
    }),
  ),
  args: z.optional(Json),
  connection: z.optional(z.object({ id: z.string(), name: z.string() })),
  risk: z.enum(['low', 'medium', 'high', 'critical']),
  approvals: z.optional(Approvals),
  digest: z.optional(z.string()),
  document: z.optional(z.string()),
  revised_from: z.optional(z.string()),
  notes: z.optional(z.array(z.string())),
  repeats: z.optional(z.object({ run_id: z.string(), status: z.string(), at: z.string() })),
  rejected_before: z.optional(z.object({ by: z.string(), at: z.string(), detail: z.optional(Json) })),
  expired_before: z.optional(z.object({ at: z.string() })),
  created_at: z.optional(z.string()),
  expires_at: z.optional(z.string()),
});
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
export type HeldWrite = z.infer<typeof HeldWrite>;
export type ApprovalRecorded = z.infer<typeof ApprovalRecorded>;
export type Approvals = z.infer<typeof Approvals>;
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
