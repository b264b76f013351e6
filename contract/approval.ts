import { z } from 'zod';
import { PatchRef, SubjectRef, Uuid } from './ids.ts';
import { FreeJson } from './json.ts';
import { AgentRef } from './refs.ts';
import { RiskLevel } from './risk.ts';
import { HeldWrite, waitingTimes } from './thread.ts';

/** The kinds of items that a run can wait for: a decision on a write, a reported outcome, or an answer. */
export const approvalKinds = ['confirmation', 'action', 'question'] as const;
export type ApprovalKind = (typeof approvalKinds)[number];
export const ApprovalKindName = z.enum(approvalKinds).meta({ id: 'ApprovalKind' });

const common = {
  run_id: Uuid,
  thread_id: Uuid,
  subject_ref: SubjectRef,
  agent: AgentRef,
  tool_call_id: Uuid,
  patch_ref: PatchRef,
  ...waitingTimes,
};

/** A run that waits for a person, with what that person needs to decide, report or answer (inbox.item). */
const Approval = z.object({
  kind: ApprovalKindName,
  ...common,
  ...HeldWrite.partial().shape,
  prompt: FreeJson.optional(),
});
export type Approval = z.infer<typeof Approval>;

const ofConfirmation = z
  .object({ kind: z.literal('confirmation'), ...common, ...HeldWrite.shape })
  .required({ digest: true, document: true })
  .meta({ id: 'ConfirmationApproval', description: 'A held write, on which somebody decides.' });

const ofAction = z
  .object({ kind: z.literal('action'), ...common, args: FreeJson, risk: RiskLevel.optional() })
  .meta({ id: 'ActionApproval', description: 'A proposed action, whose outcome somebody reports.' });

const ofQuestion = z
  .object({
    kind: z.literal('question'),
    ...common,
    prompt: FreeJson.meta({ description: 'The arguments of the question.' }),
    risk: RiskLevel.optional(),
  })
  .meta({ id: 'QuestionApproval', description: 'A question, which somebody answers with a message.' });

/** The same as clients get it: its kind says what it has. */
export const ShownApproval: z.ZodType<Approval> = z
  .discriminatedUnion('kind', [ofConfirmation, ofAction, ofQuestion])
  .meta({ id: 'Approval', description: 'Ignore kinds that you do not know: more may be added.' });
