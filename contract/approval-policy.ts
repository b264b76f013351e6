import { z } from 'zod';
import { mostChecks, PolicyCheck } from './approval-check.ts';
import { ApproverGroupKey } from './approver-group.ts';
import { ArgumentPointer } from './argument-pointer.ts';
import { longestCoolingSeconds, longestUndoSeconds } from './cooling.ts';
import { Via, vias } from './credential.ts';
import { ExpiryActionName, GateVerdictName, longestPauseSeconds, mostApprovals } from './gate.ts';
import { ApprovalPolicyKey } from './ids.ts';
import { boundedJsonObject } from './json.ts';
import { dialectsInWords } from './json-schema/dialects.ts';
import { text } from './text.ts';
import { Timestamp } from './timestamp.ts';

/** Approval policies: what is allowed, denied or held, by whom it is approved, and up to which amounts (approval-policy.publish). */

/** `key@version`. */
export const ApprovalPolicyRef = z
  .string()
  .regex(/^[a-z][a-z0-9_-]{0,63}@[1-9][0-9]{0,8}$/, 'must be a reference to an approval policy, key@version');

export const mostStages = 4;

/** For how long a call waits at a stage before something is done about it. */
const WaitSeconds = z.int().min(1).max(longestPauseSeconds).optional();

export const ApprovalStage = z
  .strictObject({
    approvals: z.int().min(1).max(mostApprovals).meta({
      description: 'How many different actors have to approve. Over all stages an actor counts once.',
    }),
    group: ApproverGroupKey.optional().meta({
      description: 'Only members of this group may approve. Default: everybody who may decide on the run.',
    }),
    via: z.array(Via).min(1).max(vias.length).optional().meta({
      description: 'Only actors who are known in one of these ways may approve. Default: any way.',
    }),
    remind_after: WaitSeconds.meta({
      description:
        'After how many seconds at this stage `approval.reminder` is emitted. It is below `ttl_seconds` of the rule. ' +
        'Default: never.',
    }),
    escalate_after: WaitSeconds.meta({
      description:
        'After how many seconds at this stage members of `escalate_to` may approve too, and `approval.escalated` is ' +
        'emitted. It is below `ttl_seconds` of the rule. Default: never.',
    }),
    escalate_to: ApproverGroupKey.optional().meta({
      description:
        'The group that may approve after `escalate_after`. It differs from `group`, which is required with it.',
    }),
    undo_seconds: z.int().min(1).max(longestUndoSeconds).optional().meta({
      description:
        'For how many seconds after the last approval of this stage the call stays held and can be withdrawn or rejected, once it has all of its approvals. Default: not at all.',
    }),
  })
  .superRefine(({ group, escalate_after, escalate_to }, context) => {
    const refuse = (field: string, message: string, code: string) =>
      context.addIssue({ code: 'custom', path: [field], message, params: { code } });
    if (escalate_after !== undefined && escalate_to === undefined)
      refuse('escalate_to', 'is required with `escalate_after`', 'escalation_incomplete');
    if (escalate_to === undefined) return;
    if (escalate_after === undefined)
      refuse('escalate_after', 'is required with `escalate_to`', 'escalation_incomplete');
    // A group that may approve from the start needs no escalation.
    if (group === undefined) refuse('group', 'is required with `escalate_to`', 'group_required');
    if (group === escalate_to) refuse('escalate_to', 'must differ from the group of the stage', 'same_group');
  })
  .meta({ id: 'NewApprovalStage', outputId: 'ApprovalStage' });
export type ApprovalStage = z.infer<typeof ApprovalStage>;

const Stages = z.array(ApprovalStage).min(1).max(mostStages).optional().meta({
  description: 'For `hold`: the stages to fulfil, in this order. Default: one approval.',
});

const Name = text({ min: 1, max: 100, trimmed: true });

const onlyForHold = [
  'stages',
  'exclude_subject',
  'ttl_seconds',
  'on_expiry',
  'require_digest',
  'cooling_off_seconds',
] as const;

/** Refuses what says how a call is held where none is held: it would be ignored. */
function refuseUnlessHeld(
  value: { then: string } & { [name in (typeof onlyForHold)[number]]?: unknown },
  context: z.RefinementCtx,
): void {
  if (value.then === 'hold') return;
  for (const name of onlyForHold) {
    if (value[name] === undefined) continue;
    const params = { code: 'only_for_hold' };
    context.addIssue({ code: 'custom', path: [name], message: 'is for `hold` only', params });
  }
}

/** Refuses what would be done at a stage only when the call is no longer held. */
function refuseAfterEnd(
  { ttl_seconds, stages = [] }: { ttl_seconds?: number | undefined; stages?: ApprovalStage[] | undefined },
  context: z.RefinementCtx,
): void {
  if (ttl_seconds === undefined) return;
  for (const [index, stage] of stages.entries()) {
    for (const field of ['remind_after', 'escalate_after'] as const) {
      if ((stage[field] ?? 0) < ttl_seconds) continue;
      const path = ['stages', index, field];
      const message = 'must be below `ttl_seconds`';
      context.addIssue({ code: 'custom', path, message, params: { code: 'not_before_expiry' } });
    }
  }
}

export const PolicyRule = z
  .strictObject({
    name: Name.meta({
      description: 'Unique in the policy. The model sees the name of a rule that denies.',
    }),
    when: boundedJsonObject(
      { depth: 32, characters: 16_384 },
      'JSON Schema over `{args, patch, risk, subject_ref, agent: {id, key}, connection, payment, payee}`, where `patch` is the key of the ' +
        'patch, `connection` the name of the connection, and `amount` a number in major units. A condition that names `payment` or `payee` cannot be judged ' +
        `for a call whose patch declares none, or whose amount cannot be read. Default: every call matches. ${dialectsInWords}`,
    ).optional(),
    then: GateVerdictName.meta({ description: 'What happens to a call that matches.' }),
    stages: Stages,
    exclude_subject: z.boolean().optional().meta({
      description:
        'The subject of the run, and everyone who wrote a message of the run or revised the call, may reject the call and not approve it. Default: false.',
    }),
    ttl_seconds: z.int().min(1).max(longestPauseSeconds).optional().meta({
      description: "How long a call is held. Default: the agent's `pause_ttl_seconds`.",
    }),
    on_expiry: ExpiryActionName.optional().meta({
      description:
        'The consequence: the run closes, or the call is declined and the run continues. Default: `close`.',
    }),
    require_digest: z.boolean().optional().meta({
      description: 'A decision must carry the digest of the held call. Default: false.',
    }),
    cooling_off_seconds: z.int().min(1).max(longestCoolingSeconds).optional().meta({
      description:
        'For how many seconds since it was held a call stays held and can be withdrawn or rejected, although it has all of its approvals. Default: not at all.',
    }),
  })
  .superRefine((rule, context) => {
    refuseUnlessHeld(rule, context);
    refuseAfterEnd(rule, context);
  })
  .meta({ id: 'NewPolicyRule', outputId: 'PolicyRule' });
export type PolicyRule = z.infer<typeof PolicyRule>;

export const limitPeriods = ['call', 'day', 'month'] as const;
export const limitScopes = ['workspace', 'agent', 'subject', 'payee'] as const;
export type LimitScope = (typeof limitScopes)[number];

/** The most digits of an amount, before and after its point together. */
export const mostAmountDigits = 1000;

export const PolicyLimit = z
  .strictObject({
    name: Name.meta({
      description: 'Unique in the policy. A limit that keeps its name in a new version keeps its count.',
    }),
    amount: ArgumentPointer.optional().meta({
      description:
        'The amount: a decimal that is not negative, as a number or a text. Default: that of the payment which the patch declares, with its currency and payee. A call whose patch declares none cannot be judged.',
    }),
    currency: ArgumentPointer.optional().meta({
      description: 'Amounts of different currencies are counted apart: 3 to 10 letters and digits.',
    }),
    payee: ArgumentPointer.optional().meta({
      description: 'The payee: a text or a number. White space, punctuation and case make no difference.',
    }),
    per: z.enum(limitPeriods).meta({ id: 'LimitPeriod', description: 'Days and months are those of UTC.' }),
    scope: z
      .enum(limitScopes)
      .meta({ id: 'LimitScope', description: 'The calls that are counted together.' }),
    max: z
      .string()
      .max(mostAmountDigits)
      .regex(/^(?:0|[1-9]\d*)(?:\.\d+)?$/, 'must be a decimal such as "10000" or "0.5"')
      .meta({ description: 'The highest sum that is let through.' }),
    then: z
      .enum(['deny', 'hold'])
      .meta({ id: 'LimitVerdict' })
      .meta({ description: 'What happens to a call that would exceed the limit.' }),
    stages: Stages,
    exclude_subject: z
      .boolean()
      .optional()
      .meta({ description: 'As in a rule. It also applies where any rule of the policy says so.' }),
    require_digest: z
      .boolean()
      .optional()
      .meta({ description: 'As in a rule. It also applies where any rule of the policy says so.' }),
  })
  .superRefine((limit, context) => {
    refuseUnlessHeld(limit, context);
    const refuse = (field: string, message: string, code: string) =>
      context.addIssue({ code: 'custom', path: [field], message, params: { code } });
    if (limit.amount !== undefined) {
      if (limit.scope === 'payee' && limit.payee === undefined)
        refuse('payee', 'is required for the scope `payee` with `amount`', 'payee_required');
      return;
    }
    for (const field of ['currency', 'payee'] as const)
      if (limit[field] !== undefined) refuse(field, 'is given with `amount` only', 'amount_required');
  })
  .meta({ id: 'NewPolicyLimit', outputId: 'PolicyLimit' });
export type PolicyLimit = z.infer<typeof PolicyLimit>;

export const mostRules = 32;
export const mostLimits = 16;
/** The conditions of all rules together. */
export const mostConditionCharacters = 65_536;

/** Body of `POST /v1/approval-policies`. */
export const ApprovalPolicyDefinition = z
  .strictObject({
    key: ApprovalPolicyKey.meta({
      description: 'Publishing a key again makes the next version of the policy.',
    }),
    rules: z.array(PolicyRule).max(mostRules).meta({
      description: 'The first one that matches decides. A call that matches none is held for one approval.',
    }),
    limits: z
      .array(PolicyLimit)
      .max(mostLimits)
      .optional()
      .meta({
        description:
          'Each is applied after the rules. Deny wins over hold, and hold over allow. A call is held by the stages of its rule, then by ' +
          'those of each limit that holds it; where something cannot be judged, by all stages of the policy. Stages with the same ' +
          'group and `via` are one, with the most approvals.',
      }),
    checks: z.array(PolicyCheck).max(mostChecks).optional().meta({
      description:
        'Conditions that a held call must fulfil between its last approval and the sending. A call that fails goes back to its gate, where it needs all of its approvals again. Default: none.',
    }),
  })
  .superRefine(({ rules, limits = [] }, context) => {
    refuseRepeatedNames('rules', rules, context);
    refuseRepeatedNames('limits', limits, context);
    const characters = rules.reduce((sum, { when }) => sum + JSON.stringify(when ?? {}).length, 0);
    if (characters > mostConditionCharacters) {
      const message = `the conditions are over ${mostConditionCharacters} characters together`;
      context.addIssue({ code: 'custom', path: ['rules'], message, params: { code: 'too_large' } });
    }
  })
  .meta({ id: 'ApprovalPolicyDefinition' });
export type ApprovalPolicyDefinition = z.infer<typeof ApprovalPolicyDefinition>;

function refuseRepeatedNames(
  field: 'rules' | 'limits',
  named: readonly { name: string }[],
  context: z.RefinementCtx,
): void {
  const seen = new Set<string>();
  for (const [index, { name }] of named.entries()) {
    if (seen.has(name)) {
      const params = { code: 'duplicate_name' };
      const message = 'must differ from the names of the others';
      context.addIssue({ code: 'custom', path: [field, index, 'name'], message, params });
    }
    seen.add(name);
  }
}

/** A published version of an approval policy: immutable. */
export const ApprovalPolicy = z
  .object({
    ref: ApprovalPolicyRef,
    version: z.int().min(1),
    ...ApprovalPolicyDefinition.shape,
    created_at: Timestamp,
  })
  .meta({ id: 'ApprovalPolicy' });
export type ApprovalPolicy = z.infer<typeof ApprovalPolicy>;
