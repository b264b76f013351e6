import type { PolicyCheck } from '#contract/approval-check.ts';
import type {
  ApprovalPolicyDefinition,
  ApprovalStage,
  PolicyLimit,
  PolicyRule,
} from '#contract/approval-policy.ts';
import { defined } from '#contract/defined.ts';
import type { AppliedGate, HoldingGate, LimitReservation } from '../../documents/applied-gate.ts';
import type { Counted } from './counted.ts';
import { isAbove, sumOf } from './decimal.ts';
import { amountPointers } from './shown-amounts.ts';
import { addUp, oneApproval, stagesIn, toStage } from './stages.ts';

/** Which rule matches first: its index, -1 for none. `unknown`: the conditions cannot be judged. */
export type Match = number | 'unknown';

/** A policy, and what was found out about a call before it is applied. */
export interface PolicyInput {
  /** `key@version`. */
  ref: string;
  policy: Pick<ApprovalPolicyDefinition, 'rules' | 'limits' | 'checks'>;
  match: Match;
  /** The amounts that each limit counts for the call. */
  counted: readonly Counted[];
  /** Whether the patch declares a payment, whose account a check without places of its own looks at. Default: no. */
  paying?: boolean;
  /** The current total of each counter in its period. Default: zero. */
  used: ReadonlyMap<string, string>;
}

/** A limit that the call would pass. */
interface Passed {
  limit: PolicyLimit;
  used: string;
}

/**
 * Applies a policy to a call (approval-policy.apply). The first rule that matches decides; then every limit is applied.
 * Deny wins over hold, and hold over allow. A call is held by the stages of its rule and then by those of each limit
 * that holds it. A call that cannot be judged is held by all stages of the policy, and the approver sees the reason.
 */
export function applyPolicy({ ref, policy, match, counted, paying = false, used }: PolicyInput): AppliedGate {
  const rule = match === 'unknown' ? undefined : policy.rules[match];
  const uncountable = counted.flatMap((each) => ('uncountable' in each ? [each] : []));
  const passed = counted.flatMap((each) => passedBy(each, used));
  const recorded = (verdict: AppliedGate['verdict']): AppliedGate['rule'] => ({
    policy: ref,
    verdict,
    rule: rule?.name ?? null,
    limits: counted.flatMap(({ limit: { name } }) =>
      [...uncountable, ...passed].some(({ limit }) => limit.name === name) ? [name] : [],
    ),
  });

  if (rule?.then === 'deny') return denied(recorded('deny'), `the rule "${rule.name}"`);
  const denying = passed.find(({ limit }) => limit.then === 'deny');
  if (denying !== undefined) return denied(recorded('deny'), `the limit "${denying.limit.name}"`);

  const reservations = counted.flatMap((each) => reservationOf(each, passed));
  const uncheckable = !paying && (policy.checks ?? []).some(looksAtPayment);
  const unclear = match === 'unknown' || uncountable.length > 0 || uncheckable;
  const ofRule =
    rule === undefined ? [oneApproval] : rule.then === 'hold' ? [rule.stages ?? oneApproval] : [];
  const holding = unclear
    ? allHolding(policy, match)
    : [...ofRule, ...passed.map(({ limit }) => limit.stages ?? oneApproval)];
  if (holding.length === 0) {
    return { verdict: 'allow', rule: recorded('allow'), ...some({ reservations }) };
  }
  const notes = [
    ...(match === 'unknown' ? ['The conditions of the policy cannot be judged for these arguments.'] : []),
    ...uncountable.map(
      ({ limit: { name }, uncountable }) => `The limit "${name}" cannot count this: ${uncountable}.`,
    ),
    ...(uncheckable ? ['A check of the policy finds no account: the patch declares no payment.'] : []),
    ...passed.map(noteOf),
  ];
  return {
    verdict: 'hold',
    rule: recorded('hold'),
    stages: addUp(holding).map(toStage),
    ...optionsOf(policy, {
      rules: unclear ? policy.rules : rule === undefined ? [] : [rule],
      limits: unclear ? (policy.limits ?? []) : passed.map(({ limit }) => limit),
    }),
    ...some({
      notes,
      reservations,
      amounts: amountPointers(policy.limits ?? []),
      checks: policy.checks ?? [],
    }),
  };
}

function looksAtPayment(check: PolicyCheck): boolean {
  return check.type === 'identify' && check.reference === undefined;
}

/** The limit, if the call would pass it. */
function passedBy(counted: Counted, used: ReadonlyMap<string, string>): Passed[] {
  if ('uncountable' in counted) return [];
  const { limit, amount, counter } = counted;
  const before = (counter === undefined ? undefined : used.get(counter)) ?? '0';
  return isAbove(sumOf(before, amount), limit.max) ? [{ limit, used: before }] : [];
}

/**
 * The reservations of a call. A limit that holds the call may be passed by it, because that is being approved; any
 * other one may still be reached before the write, which then fails.
 */
function reservationOf(counted: Counted, passed: readonly Passed[]): LimitReservation[] {
  if ('uncountable' in counted || counted.counter === undefined) return [];
  const { limit, amount, counter } = counted;
  const { name, per, max } = limit;
  if (per === 'call') return [];
  const mayPass = passed.some((each) => each.limit.name === name);
  return [{ limit: name, counter, per, amount, ...(mayPass ? {} : { max }) }];
}

function denied(rule: AppliedGate['rule'], by: string): AppliedGate {
  return {
    verdict: 'deny',
    rule,
    message: `The call is denied by ${by} of the workspace's approval policy.`,
  };
}

function noteOf({ limit: { name, max, per }, used }: Passed): string {
  if (per === 'call') return `It exceeds the limit "${name}": ${max} for a call.`;
  return `It exceeds the limit "${name}": ${max} for a ${per}, of which ${used} is used.`;
}

/**
 * The gate of a call that cannot be fully judged: everything that may hold it. A call without a matching rule is held
 * for one approval, and so is one that a policy without stages cannot judge.
 */
function allHolding(policy: PolicyInput['policy'], match: Match): (readonly ApprovalStage[])[] {
  const all = stagesIn(policy).map(({ stages }) => stages);
  const mayBeUnmatched = match === 'unknown' && policy.rules.every(({ then }) => then !== 'hold');
  return match === -1 || mayBeUnmatched || all.length === 0 ? [oneApproval, ...all] : all;
}

/**
 * How a call is held: by the rules and limits that hold it. Where a limit does, what any rule of the policy asks of those who
 * decide is asked of them too: it says how the workspace has such calls approved.
 */
function optionsOf(
  policy: PolicyInput['policy'],
  by: { rules: readonly PolicyRule[]; limits: readonly PolicyLimit[] },
): Pick<
  HoldingGate,
  'exclude_subject' | 'ttl_seconds' | 'on_expiry' | 'require_digest' | 'cooling_off_seconds'
> {
  const limits = by.limits.filter(({ then }) => then === 'hold');
  const rules = by.rules.filter(({ then }) => then === 'hold');
  const asking = [...(limits.length === 0 ? rules : policy.rules), ...limits];
  const times = rules.flatMap(({ ttl_seconds }) => ttl_seconds ?? []);
  const cooling = rules.flatMap(({ cooling_off_seconds }) => cooling_off_seconds ?? []);
  const on_expiry = rules.find((rule) => rule.on_expiry !== undefined)?.on_expiry;
  return {
    ...(asking.some(({ exclude_subject }) => exclude_subject === true) ? { exclude_subject: true } : {}),
    ...(times.length === 0 ? {} : { ttl_seconds: Math.min(...times) }),
    ...defined({ on_expiry }),
    ...(asking.some(({ require_digest }) => require_digest === true) ? { require_digest: true } : {}),
    ...(cooling.length === 0 ? {} : { cooling_off_seconds: Math.max(...cooling) }),
  };
}

/** Without the lists that are empty. */
function some<Lists extends Record<string, unknown[]>>(lists: Lists): Partial<Lists> {
  return Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0)) as Partial<Lists>;
}
