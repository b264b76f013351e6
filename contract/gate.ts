import { z } from 'zod';
import { Via } from './credential.ts';
import { Actor, ApprovalPolicyKey, DecisionId } from './ids.ts';
import { boundedJsonObject } from './json.ts';
import { dialectsInWords } from './json-schema/dialects.ts';
import { Timestamp } from './timestamp.ts';

/** The consequences of an expired hold: the run closes, or the call is declined and the run continues. */
export const expiryActions = ['close', 'reject'] as const;
export type ExpiryAction = (typeof expiryActions)[number];
export const ExpiryActionName = z.enum(expiryActions).meta({ id: 'ExpiryAction' });

/** The most approvals that one stage of a gate can require. */
export const mostApprovals = 5;

/** How many seconds a pause may last, at most: a year. */
export const longestPauseSeconds = 31_536_000;

/** The conditions of a gate: a JSON Schema, of which the size is bounded as that of a patch. */
export const GateCondition = boundedJsonObject(
  { depth: 32, characters: 32_768 },
  'JSON Schema over the arguments: a call is held only if they match. Default: every call is held. What cannot be ' +
    `evaluated in time is held. ${dialectsInWords}`,
);

/** A gate with options. */
export const ConfirmGate = z
  .strictObject({
    type: z.literal('confirm'),
    when: GateCondition.optional(),
    approvals: z
      .int()
      .min(1)
      .max(mostApprovals)
      .optional()
      .meta({ description: 'How many different actors have to approve. Default: 1.' }),
    exclude_subject: z.boolean().optional().meta({
      description:
        'Whether the subject of the run, and everyone who wrote a message of the run or revised the call, may not approve it. Default: false.',
    }),
    ttl_seconds: z
      .int()
      .min(1)
      .max(longestPauseSeconds)
      .optional()
      .meta({ description: "How long a call is held. Default: the agent's `pause_ttl_seconds`." }),
    on_expiry: ExpiryActionName.optional().meta({
      description:
        'The consequence if nobody decides in time: `close` closes the run as `expired`, `reject` declines the call with the detail `{reason: "expired"}`, and the run continues. Default: `close`.',
    }),
  })
  .meta({ id: 'NewConfirmGate', outputId: 'ConfirmGate' });
export type ConfirmGate = z.infer<typeof ConfirmGate>;

/** A gate that an approval policy decides about. */
export const PolicyGate = z
  .strictObject({
    type: z.literal('policy'),
    policy: ApprovalPolicyKey.meta({
      description: 'The key of an approval policy: its newest version applies when a call is made.',
    }),
  })
  .meta({ id: 'NewPolicyGate', outputId: 'PolicyGate' });
export type PolicyGate = z.infer<typeof PolicyGate>;

/** How the calls of a patch are gated in an agent. */
export const Gate = z
  .union(
    [
      z.literal('confirm'),
      z
        .discriminatedUnion('type', [ConfirmGate, PolicyGate])
        .meta({ id: 'NewGateOptions', outputId: 'GateOptions' }),
    ],
    'must be "confirm" or an object',
  )
  .meta({ id: 'NewGate', outputId: 'Gate' });
export type Gate = z.infer<typeof Gate>;

/** A gate's verdict on a call. */
export const gateVerdicts = ['allow', 'deny', 'hold'] as const;
export type GateVerdict = (typeof gateVerdicts)[number];
export const GateVerdictName = z.enum(gateVerdicts).meta({ id: 'GateVerdict' });

/** The rule that applied to a call when it was made. Recorded with it; later changes of the policy do not change it. */
export const GateRule = z
  .union([
    z
      .object({ type: z.literal('confirm'), verdict: z.enum(['allow', 'hold']) })
      .meta({ id: 'ConfirmGateRule' }),
    z
      .object({
        policy: z.string().meta({ description: 'The version that applied: `key@version`.' }),
        verdict: GateVerdictName,
        rule: z.string().nullable().meta({ description: 'The rule that decided; null if none matched.' }),
        limits: z
          .array(z.string())
          .meta({ description: 'The limits that were passed, or could not be counted.' }),
      })
      .meta({ id: 'PolicyGateRule' }),
  ])
  .meta({ id: 'GateRule', description: 'The rule that applied to the call when it was made.' });
export type GateRule = z.infer<typeof GateRule>;

const GivenApproval = z
  .object({ actor: Actor, via: Via, at: Timestamp, decision_id: DecisionId })
  .meta({ id: 'GivenApproval' });

/** The stage of an approval that is to be fulfilled next. */
const OpenStage = z
  .object({
    number: z.int().min(1).meta({ description: 'From 1.' }),
    of: z.int().min(1),
    required: z.int().min(1),
    given: z.int().min(0),
    group: z.string().optional().meta({ description: 'Only members of this approver group may approve.' }),
    escalated_to: z
      .string()
      .optional()
      .meta({ description: 'Members of this approver group may approve too, since `escalated_at`.' }),
    escalated_at: Timestamp.optional().meta({
      description: 'When the call had waited at this stage for so long that it was escalated.',
    }),
    via: z.array(Via).optional().meta({ description: 'Only actors known in these ways may approve.' }),
  })
  .meta({ id: 'OpenStage' });

/** The approvals that a held call needs and has. */
export const Approvals = z
  .object({
    required: z.int().min(1).meta({ description: 'How many different actors have to approve, in all.' }),
    given: z.array(GivenApproval).meta({ description: 'Oldest first.' }),
    withdrawn: z
      .int()
      .min(1)
      .optional()
      .meta({ description: 'How many approvals were withdrawn. Absent if none was.' }),
    excluded: z.array(z.string()).optional().meta({
      description:
        'Under `exclude_subject`: the actors who may not approve although the stage accepts them. The subject, and those who wrote a message of the run or revised the call. Names are written as they are compared, without case and white space.',
    }),
    stage: OpenStage.optional().meta({
      description: 'The stage that is to be fulfilled next, if the gate has stages.',
    }),
  })
  .meta({ id: 'Approvals' });
export type Approvals = z.infer<typeof Approvals>;
