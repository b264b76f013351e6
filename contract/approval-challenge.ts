import { z } from 'zod';
import { refuseRepeatedCalls } from './decide-many.ts';
import { DecisionStatement } from './decision-statement.ts';
import { Digest } from './digest.ts';
import { Uuid } from './ids.ts';
import { mostDecided } from './most-decided.ts';
import { PasskeyRequestOptions } from './passkey.ts';
import { DecisionName } from './run-names.ts';
import { Timestamp } from './timestamp.ts';

const Item = z
  .strictObject({ run_id: Uuid, tool_call_id: Uuid, digest: Digest })
  .meta({ id: 'NewApprovalChallengeItem' });

/** Body of `POST /v1/loom/approvals/challenge`. */
export const NewApprovalChallenge = z
  .strictObject({
    decision: DecisionName,
    items: z.array(Item).min(1).max(mostDecided).superRefine(refuseRepeatedCalls),
  })
  .meta({ id: 'NewApprovalChallenge' });
export type NewApprovalChallenge = z.infer<typeof NewApprovalChallenge>;

/** The challenge that a passkey of the actor is to sign. */
export const ApprovalChallenge = z
  .object({
    challenge_id: z.string(),
    statement: DecisionStatement,
    options: PasskeyRequestOptions,
    expires_at: Timestamp,
  })
  .meta({ id: 'ApprovalChallenge' });
