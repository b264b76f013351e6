import { z } from 'zod';
import { PatchRef, SubjectRef, Uuid } from './ids.ts';
import { FreeJson } from './json.ts';
import { AgentRef, ConnectionRef } from './refs.ts';
import { RepeatedCall } from './repeated-call.ts';
import { RiskLevel } from './risk.ts';
import { HeldWrite, waitingTimes, WriteSummary } from './thread.ts';

/** The kinds of items that a run can wait for: a decision on a write, a reported outcome, or an answer. */
export const approvalKinds = ['confirmation', 'action', 'question'] as const;
export type ApprovalKind = (typeof approvalKinds)[number];
export const ApprovalKindName = z.enum(approvalKinds).meta({ id: 'ApprovalKind' });

/** A run that waits for a person, with what that person needs to decide, report or answer (inbox.item). */
export const Approval = z
  .object({
    kind: ApprovalKindName,
    run_id: Uuid,
    thread_id: Uuid,
    subject_ref: SubjectRef,
    agent: AgentRef,
    tool_call_id: Uuid,
    patch_ref: PatchRef,
    ...HeldWrite.shape,
    summary: WriteSummary.optional().meta({ description: 'For a held write: its summary.' }),
    args: FreeJson.optional().meta({
      description: 'For a held write (redacted) and a proposed action: its arguments.',
    }),
    connection: ConnectionRef.optional().meta({
      description: 'Where a held write would be sent.',
    }),
    risk: RiskLevel.optional().meta({ description: 'The effective level.' }),
    repeats: RepeatedCall.optional().meta({
      description: 'For a held write that repeats an earlier one: that call.',
    }),
    prompt: FreeJson.optional().meta({ description: 'For a question: its arguments.' }),
    ...waitingTimes,
  })
  .meta({ id: 'Approval' });
export type Approval = z.infer<typeof Approval>;
