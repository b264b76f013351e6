import type {
  ApprovalPolicyDefinition,
  ApprovalStage,
  PolicyLimit,
  PolicyRule,
} from '#contract/approval-policy.ts';
import { defined } from '#contract/defined.ts';
import type { AppliedGate, HeldCall, LimitReservation } from '../../documents/applied-gate.ts';
import type { Counted } from './counted.ts';
import { isAbove, sumOf } from './decimal.ts';
import { amountPointers } from './shown-amounts.ts';
import { oneApproval, stagesIn, strictest } from './stages.ts';

/** Which rule matches first: its index, -1 for none. `unknown`: the conditions could not be evaluated in time. */
export type Match = number | 'unknown';

/** A policy, and what was found out about a call before it is applied. */
export interface PolicyInput {
  /** `key@version`. */
  ref: string;
  policy: Pick<ApprovalPolicyDefinition, 'rules' | 'limits' | 'checks'>;
  match: Match;
  /** What each limit counts of the call. */
  counted: readonly Counted[];
  /** What each counter has counted so far in its period. Default: nothing. */
  used: ReadonlyMap<string, string>;
}

/** A limit that the call would pass. */
interface Passed {
  limit: PolicyLimit;
  used: string;
}

/**
 * Applies a policy to a call (approval-policy.apply). The first rule that matches decides; then every limit is applied, and
 * the strictest of all wins: deny, hold with most stages, allow. What cannot be judged is held with the strictest stages of the
 * whole policy, and the approver is told why.
 */
export function applyPolicy({ ref, policy, match, counted, used }: PolicyInput): AppliedGate {
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
  const unclear = match === 'unknown' || uncountable.length > 0;
  const holding = [
    ...(unclear ? stagesIn(policy).map(({ stages }) => stages) : []),
    ...(rule === undefined || rule.then === 'hold' ? [rule?.stages ?? oneApproval] : []),
    ...passed.map(({ limit }) => limit.stages ?? oneApproval),
    ...(unclear ? [oneApproval] : []),
  ];
  if (holding.length === 0) {
    return { verdict: 'allow', rule: recorded('allow'), ...some({ reservations }) };
  }
  const notes = [
    ...(match === 'unknown' ? ['The conditions of the policy could not be evaluated in time.'] : []),
    ...uncountable.map(
      ({ limit: { name }, uncountable }) => `The limit "${name}" cannot count this: ${uncountable}.`,
    ),
    ...passed.map(noteOf),
  ];
  return {
    verdict: 'hold',
    rule: recorded('hold'),
    stages: strictest(holding).map(toStage),
    ...optionsOf(
      unclear ? policy.rules.filter(({ then }) => then === 'hold') : rule === undefined ? [] : [rule],
    ),
    ...some({
      notes,
      reservations,
      amounts: amountPointers(policy.limits ?? []),
      checks: policy.checks ?? [],
    }),
  };
}

/** The limit, if the call would pass it. */
function passedBy(counted: Counted, used: ReadonlyMap<string, string>): Passed[] {
  if ('uncountable' in counted) return [];
  const { limit, amount, counter } = counted;
  const before = (counter === undefined ? undefined : used.get(counter)) ?? '0';
  return isAbove(sumOf(before, amount), limit.max) ? [{ limit, used: before }] : [];
}

/**
 * What is to be reserved. A limit that holds the call may be passed by it, because that is what is approved; any other one may
 * still be reached before the write, which then fails.
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
  if (per === 'call') return `It passes the limit "${name}": ${max} for a call.`;
  return `It passes the limit "${name}": ${max} for a ${per}, of which ${used} is used.`;
}

function toStage({ approvals, ...options }: ApprovalStage): HeldCall['stages'][number] {
  return { approvals, ...defined(options) };
}

/** How a call is held: the strictest of the rules that say it. */
function optionsOf(
  rules: readonly PolicyRule[],
): Pick<HeldCall, 'exclude_subject' | 'ttl_seconds' | 'on_expiry' | 'require_digest'> {
  const times = rules.flatMap(({ ttl_seconds }) => ttl_seconds ?? []);
  const on_expiry = rules.find((rule) => rule.on_expiry !== undefined)?.on_expiry;
  return {
    ...(rules.some(({ exclude_subject }) => exclude_subject === true) ? { exclude_subject: true } : {}),
    ...(times.length === 0 ? {} : { ttl_seconds: Math.min(...times) }),
    ...defined({ on_expiry }),
    ...(rules.some(({ require_digest }) => require_digest === true) ? { require_digest: true } : {}),
  };
}

/** Without the lists that are empty. */
function some<Lists extends Record<string, unknown[]>>(lists: Lists): Partial<Lists> {
  return Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0)) as Partial<Lists>;
}
