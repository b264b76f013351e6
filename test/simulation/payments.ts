import type { PolicyCheck } from '#contract/approval-check.ts';
import type { ApprovalPolicyDefinition, PolicyLimit } from '#contract/approval-policy.ts';
import type { JsonObject } from '#contract/json.ts';
import { toJsonText } from '#contract/json-text.ts';
import type { AppliedGate, HoldingGate } from '#engine/documents/applied-gate.ts';
import type { PayeeFacts } from '#engine/documents/payee-facts.ts';
import type { ToolCallDocument } from '#engine/documents/tool-call.ts';
import type { OpenConnection } from '#engine/rules/call-connection.ts';
import { sentBefore } from '#engine/rules/calls.ts';
import { approvalsRequired, currentStage } from '#engine/rules/gates/progress.ts';
import { holdingGateOf } from '#engine/rules/gates/gate-of-call.ts';
import { isAbove, sumOf } from '#engine/rules/policies/decimal.ts';
import { argsOf } from '#engine/rules/resolve-call.ts';
import type { Changes } from '#engine/rules/stored.ts';
import type { Chance } from './chance.ts';
import { must } from './violation.ts';
import type { World } from './world.ts';

/** The policy of payments, and the most that it lets through to a payee on a day: two payments are often too much. */
const [policyKey, most] = ['payments', '900'];
/** Amounts below are paid without anybody. */
const smallest = 450;
const isSmall = {
  properties: { args: { properties: { amount: { exclusiveMaximum: smallest } }, required: ['amount'] } },
  required: ['args'],
};
/** A payment above this amount needs the board, too. */
const largest = 800;
/** A payment to an account is denied after this many. */
const mostPayments = 3;
/** Rules by what is known of a payee, which changes while calls are held, wait for a lock or are to be tried again. */
const rulesOfFacts = [
  { name: 'often paid', when: payeeIs({ payments: { minimum: mostPayments } }), then: 'deny' as const },
  {
    name: 'another account',
    when: payeeIs({ other_account: { const: true } }),
    then: 'hold' as const,
    stages: [{ approvals: 1, group: 'board' }, { approvals: 1 }],
  },
];

function payeeIs(properties: JsonObject): JsonObject {
  return { required: ['payee'], properties: { payee: { properties } } };
}

/** All who can be in its groups. */
const candidates = ['ada', 'bo', 'eve'];
/** The stages of its versions, of which the first one is escalated. */
const first = { approvals: 1, group: 'team', remind_after: 5, escalate_after: 10, escalate_to: 'board' };
const second = { approvals: 1, remind_after: 5, undo_seconds: 4 };
/** It has no due actions, so that a workflow has to be notified of the second one. */
const quiet = { approvals: 1, group: 'team', undo_seconds: 6 };

const limits: PolicyLimit[] = [
  { name: 'daily', amount: '/amount', payee: '/payee', per: 'day', scope: 'payee', max: most, then: 'deny' },
  {
    name: 'large',
    amount: '/amount',
    per: 'call',
    scope: 'workspace',
    max: String(largest),
    then: 'hold',
    stages: [{ approvals: 1, group: 'board' }],
  },
];

/** The same limits, of the payments that patches declare. */
const limitsOfDeclared = limits.map(({ amount: _amount, payee: _payee, ...limit }) => limit);

/** Conditions when a payment is sent: the payee, and the age of the approvals. */
const checks: PolicyCheck[] = [
  { type: 'identify', rail: 'iban', reference: { iban: '/payee' } },
  { type: 'approval_age', max_seconds: 15 },
];
const checksOfDeclared: PolicyCheck[] = [{ type: 'identify' }, { type: 'approval_age', max_seconds: 15 }];

/** The versions of the policy, which take turns. */
const versions: Pick<ApprovalPolicyDefinition, 'rules' | 'limits' | 'checks'>[] = [
  { stages: [first], checks },
  { stages: [first, second], cooling_off_seconds: 10, checks: checksOfDeclared },
  // Longer than a pause lasts, and than the approvals of a call that does not cool off count.
  { stages: [quiet, second], cooling_off_seconds: 90, exclude_subject: true, limits: limitsOfDeclared },
  { facts: rulesOfFacts, stages: [first, second] },
].map(({ facts = [], stages, cooling_off_seconds, exclude_subject = false, ...parts }) => ({
  rules: [
    ...facts,
    { name: 'small', when: isSmall, then: 'allow' },
    {
      name: 'others',
      then: 'hold',
      stages,
      ...(exclude_subject ? { exclude_subject } : {}),
      ...(cooling_off_seconds === undefined ? {} : { cooling_off_seconds }),
    },
  ],
  limits,
  ...parts,
}));

/** The version of the policy that judged a call. */
function versionOf({ applied_gate }: ToolCallDocument): (typeof versions)[number] | undefined {
  const rule = applied_gate?.rule;
  const [, published] = rule !== undefined && 'policy' in rule ? rule.policy.split('@') : [];
  return versions[Number(published) % versions.length];
}

/** Whether a call was judged by a version that looks at the declared payment, which its patch does not declare. */
function isUndeclared(call: ToolCallDocument): boolean {
  const version = versionOf(call);
  if (call.payment !== undefined || version === undefined) return false;
  return version.limits === limitsOfDeclared || version.checks === checksOfDeclared;
}

/** Whether a call was judged by the version whose rules look at what is known of its payee. */
function looksAtFacts(call: ToolCallDocument): boolean {
  return versionOf(call)?.rules.some(({ name }) => name === 'another account') === true;
}

/** The stored policies and groups. */
export interface Approving {
  /** The totals of limits, by counter and period. */
  counters: ReadonlyMap<string, string>;
  /** The members of each group. */
  members: { readonly [group: string]: readonly string[] };
  /** How often the policy was published. */
  published: number;
  /** At how many banks the account of each payee was before. */
  moves: readonly number[];
  /** How often the connection was given other headers. */
  configured: number;
  /** The facts about each payee. */
  known: readonly Known[];
}

/** The facts about a payee that change. */
export interface Known {
  payments: number;
  other_account: boolean;
  blocked: boolean;
}

const unknown: Known = { payments: 0, other_account: false, blocked: false };

/** As it is in the beginning. */
export const approvingAtFirst: Approving = {
  counters: new Map(),
  members: { team: ['ada', 'bo'], board: ['bo', 'eve'] },
  published: 1,
  moves: [0, 0],
  configured: 0,
  known: [unknown, unknown],
};

/** The amount of a payment, which is sometimes written so that nothing can compare or count it. */
export function chooseAmount(chance: Chance): number | string {
  const amount = chance.below(1000);
  return chance.oneIn(12) ? `${amount},00` : amount;
}

/** Undefined if it cannot be compared. */
function amountIn({ amount }: JsonObject): number | undefined {
  return typeof amount === 'number' ? amount : undefined;
}

/** The newest version of the policy of payments. */
export function newestPolicy({ memory: { tables } }: World) {
  const { published } = tables.approving;
  const policy = versions[published % versions.length];
  if (policy === undefined) throw new Error('there is no version of the policy');
  return { ref: `${policyKey}@${published}`, policy };
}

/** A version of the policy, by its ref. */
export function policyOfRef(ref: string) {
  return versions[Number(ref.split('@')[1]) % versions.length] ?? null;
}

/** The bank at which a payee has an account now. It is known by its former ids, too. */
export function bankOf({ memory: { tables } }: World, payee: string) {
  const moves = tables.approving.moves[Number(payee)] ?? 0;
  const id = `bank ${moves}`;
  return { id, name: id, ...(moves === 0 ? {} : { previous_ids: [`bank ${moves - 1}`] }) };
}

/** The connection of all calls. */
export function connectionOf({ memory: { tables } }: World): OpenConnection {
  const headers = { configured: String(tables.approving.configured) };
  const base_url = 'https://bank.example';
  const updated_at = new Date(0);
  return { id: 'bank', name: 'Bank', type: 'http', base_url, headers, trace_context: false, updated_at };
}

/** Somebody who can write to the store changes a call that was approved and not sent yet. */
export function tamper(chance: Chance, { memory: { tables } }: World): void {
  const approved = [...tables.calls.values()].filter(
    ({ decision, sending, status }) =>
      status === 'pending' && decision?.decision === 'approve' && sending === undefined,
  );
  const call = chance.pick(approved);
  if (call === undefined) return;
  const args = toJsonText({ ...argsOf(call), tampered: true });
  tables.calls.set(call._id, { ...call, args });
}

/** Whether the stored arguments of a call, or of one that repeats it, were changed by {@link tamper}. */
export const isTampered = (call: ToolCallDocument): boolean => 'tampered' in argsOf(call);

/** The keyed hash of a text. */
export const sealed = (_: string, text: string): string => `sealed ${text}`;

/** No patch here hides anything. */
export const nothingHidden = (): string => {
  throw new Error('nothing is hidden');
};

/** The key of a lookup after an approval. */
function lookupOf({ _id, decision }: Pick<ToolCallDocument, '_id' | 'decision'>): string {
  return `${_id} ${decision?.request_id}`;
}

/** The key of a counter. */
export function idOf({ counter, period }: { counter: string; period: string }): string {
  return `${counter} ${period}`;
}

/** The facts about a payee that are known now. */
export function factsOf({ memory: { tables } }: World, payee: string): PayeeFacts {
  const { payments, other_account, blocked } = tables.approving.known[Number(payee)] ?? unknown;
  const paid = { payments, other_account };
  return { ...paid, status: blocked ? 'blocked' : 'open', known_name: payments > 0, subject: paid };
}

/** A payment to a payee was sent or came back, its name was paid at another account, or somebody blocks it or takes that back. */
export function learn(chance: Chance, approving: Approving): Approving {
  const payee = chance.below(approving.known.length);
  const changed = ({ payments, other_account, blocked }: Known): Known => {
    if (chance.oneIn(4)) return { payments, other_account, blocked: !blocked };
    if (chance.oneIn(2)) return { payments, other_account: !other_account, blocked };
    const added = chance.oneIn(2) ? 1 : -1;
    return { payments: Math.min(Math.max(payments + added, 0), mostPayments), other_account, blocked };
  };
  return { ...approving, known: approving.known.map((each, at) => (at === payee ? changed(each) : each)) };
}

/** Somebody publishes the policy again, changes the connection or a group, or an account moves to another bank. */
export function reapprove(chance: Chance, approving: Approving): Approving {
  if (chance.oneIn(3)) return learn(chance, approving);
  if (chance.oneIn(4)) return { ...approving, configured: approving.configured + 1 };
  if (chance.oneIn(3)) return { ...approving, published: approving.published + 1 };
  if (chance.oneIn(2)) {
    const payee = chance.below(approving.moves.length);
    return { ...approving, moves: approving.moves.map((moves, at) => moves + (at === payee ? 1 : 0)) };
  }
  const actor = chance.pick(candidates) ?? '';
  const group = chance.pick(Object.keys(approving.members)) ?? '';
  const members = approving.members[group] ?? [];
  const others = members.filter((member) => member !== actor);
  const changed = others.length < members.length ? others : [...others, actor];
  return { ...approving, members: { ...approving.members, [group]: changed } };
}

/** An actor is removed from all groups. */
export function leaveGroups({ memory: { tables } }: World, actor: string): void {
  const { approving } = tables;
  const members = Object.fromEntries(
    Object.entries(approving.members).map(([group, each]) => [group, each.filter((one) => one !== actor)]),
  );
  tables.approving = { ...approving, members };
}

/** The groups that an actor is in. */
export function membershipsOf({ memory: { tables } }: World, actor: string) {
  const { members } = tables.approving;
  return Object.keys(members).flatMap((group) => (isMember(members, group, actor) ? [{ group, actor }] : []));
}

/** Whether an actor is in a group. */
export function isMember(members: Approving['members'], group: string, actor: string): boolean {
  return members[group]?.includes(actor) === true;
}

/** Invariants of the approvals in a stored change. */
export function checkApprovals(
  { memory: { tables }, people, firstGates }: World,
  { run, calls, newCalls }: Changes,
): void {
  for (const { before, set, unset = [] } of calls) {
    if (set.returned?.reason === 'facts') checkStricter(firstGates, before, set);
    const isCounted = before.reserved !== undefined && !unset.includes('reserved');
    must(set.returned === undefined || !isCounted, 'no limit counts a call that is back at its gate', {
      before,
      set,
    });
    const revised = newCalls.find(({ revised_from }) => revised_from === before._id);
    const deciding = revised === undefined ? [] : [set.decision?.actor ?? ''];
    must(
      deciding.every((actor) => mayDecide(tables.approving, before, actor)),
      'only who could approve a held call has revised it',
      { before, set },
    );
    // A freeze holds it back with the approvals that it has: nobody else was asked since.
    if (set.frozen !== undefined) {
      must(keepsApprovals(before, set), 'a freeze keeps the approvals of a call, and adds none', {
        before,
        set,
      });
      continue;
    }
    for (const approval of [...(set.approvals ?? []), set.decision]) {
      if (approval?.decision !== 'approve' || holdingGateOf(before).exclude_subject !== true) continue;
      const isReviser = before.revised_by?.includes(approval.actor) === true;
      must(
        !isReviser && !people.hasWritten(approval.actor, run),
        'nobody approves what they asked for or revised, where the gate excludes the makers of a call',
        { before, set },
      );
    }
    const known = new Set((before.approvals ?? []).map(({ request_id }) => request_id));
    const said = [...(set.approvals ?? []), ...(set.decision === undefined ? [] : [set.decision])];
    for (const { actor, decision, stage = 0, request_id } of said) {
      if (decision !== 'approve' || known.has(request_id)) continue;
      const { members } = tables.approving;
      const { group, escalate_to = '' } = holdingGateOf(before).stages[stage] ?? {};
      const { stage_clock: clock } = before;
      const isEscalated = clock?.stage === stage && clock.escalated_at !== undefined;
      must(
        group === undefined ||
          isMember(members, group, actor) ||
          (isEscalated && isMember(members, escalate_to, actor)),
        'whoever approves is in the group of the stage at that moment, or in that to which it was escalated',
        { before, set, actor },
      );
    }
  }
}

/** A call goes to its gate for what is known by now: by the same version, which asks for more than it did. From then on this gate applies. */
function checkStricter(
  firstGates: World['firstGates'],
  before: ToolCallDocument,
  { applied_gate: gate }: Partial<ToolCallDocument>,
): void {
  const policy = (each: AppliedGate | undefined) =>
    each !== undefined && 'policy' in each.rule ? each.rule.policy : undefined;
  const { applied_gate: applied } = before;
  must(
    gate?.verdict === 'hold' && policy(gate) !== undefined && policy(gate) === policy(applied),
    'what is known of a payee changes the gate of a call by the version that was applied to it',
    { before, gate },
  );
  const { stages } = holdingGateOf(before);
  const isMore =
    applied?.verdict === 'allow' ||
    gate.stages.some(({ group }) => requiredOfGroup(gate.stages, group) > requiredOfGroup(stages, group));
  must(isMore, 'a call goes back for what is known of its payee only if the policy asks for more', {
    before,
    gate,
  });
  firstGates.set(before._id, gate);
}

/** Invariants of a payment when it is sent: its payee was looked at by the work that sends it, and the policy allows it by that. */
export function checkFacts(world: World, call: ToolCallDocument): void {
  // Nothing is looked at after an attempt on which the host may have acted.
  if (call.payment?.facts === undefined || call.sending?.sent !== undefined) return;
  const payee = String(argsOf(call)['payee']);
  const read = world.factsRead().findLast((each) => each.payee === payee);
  must(read !== undefined, 'what is known of a payee is looked at before each attempt', call);
  must(read.facts.status !== 'blocked', 'nothing is sent to a blocked payee', { call, read });
  if (!looksAtFacts(call)) return;
  must(read.facts.payments < mostPayments, 'a call that a rule denies by now is not sent', { call, read });
  const { stages } = holdingGateOf(call);
  const given = [...(call.approvals ?? []), ...(call.decision === undefined ? [] : [call.decision])];
  must(
    !read.facts.other_account || given.some(({ stage = 0 }) => stages[stage]?.group === 'board'),
    'a payment whose payee has another account by now is sent only after the board has approved it',
    { call, read },
  );
}

/** How many approvals the stages of a gate require of the members of a group, or of anybody. */
function requiredOfGroup(stages: HoldingGate['stages'], group: string | undefined): number {
  return approvalsRequired({ stages: stages.filter((stage) => stage.group === group) });
}

/** Whether the current stage of a held call accepts an actor. */
function mayDecide({ members }: Approving, call: ToolCallDocument, actor: string): boolean {
  const { group, escalate_to = '' } = currentStage(holdingGateOf(call), call.approvals ?? []) ?? {};
  if (group === undefined || isMember(members, group, actor)) return true;
  return call.stage_clock?.escalated_at !== undefined && isMember(members, escalate_to, actor);
}

/** Whether a call is held by its own gate and by those of earlier calls that asked for the same. */
function isStricter({ applied_gate, rejected_before, expired_before }: ToolCallDocument, first: AppliedGate) {
  const isAsked = rejected_before !== undefined || expired_before !== undefined;
  if (!isAsked || applied_gate?.verdict !== 'hold' || first.verdict !== 'hold') return false;
  const policy = ({ rule }: AppliedGate) => ('policy' in rule ? rule.policy : undefined);
  return (
    policy(first) === policy(applied_gate) && approvalsRequired(applied_gate) >= approvalsRequired(first)
  );
}

/** Invariants of limits after every write. */
export function checkLimits({ memory: { tables }, firstGates }: World): void {
  const sums = new Map<string, string>();
  for (const call of tables.calls.values()) {
    const { _id, reserved = [], applied_gate } = call;
    for (const each of reserved) sums.set(idOf(each), sumOf(sums.get(idOf(each)) ?? '0', each.amount));
    const first = firstGates.get(_id) ?? applied_gate;
    if (first !== undefined) firstGates.set(_id, first);
    const applies = first === applied_gate || (first !== undefined && isStricter(call, first));
    must(applies, 'the version of a policy that was recorded with a call applies to it', {
      first,
      applied_gate,
    });
  }
  for (const [id, used] of tables.approving.counters) {
    must(used === (sums.get(id) ?? '0'), 'a limit has counted what was let through and not given back', {
      id,
      used,
      sums,
    });
    must(!isAbove(used, most), 'calls do not pass a limit together', { id, used });
  }
}

/** Invariants of a payment when it is sent, beside {@link checkPayment}: its policy's checks. */
export function checkChecked(world: World, call: ToolCallDocument): void {
  const { accounts, approvals = [], decision, applied_gate, timeout_seconds } = call;
  // An attempt that follows another one looks nothing up.
  const looked = [...(world.lookups.get(lookupOf(call)) ?? []), ...world.lookedUp()];
  world.lookups.set(lookupOf(call), looked);
  const payee = String(argsOf(call)['payee']);
  // The account of a call whose patch declares no payment is malformed for a check: there is nothing to look up.
  const named = (accounts ?? []).filter(({ pointers }) => pointers.length > 0);
  must(
    named.every(({ institution }) =>
      looked.some((each) => each.payee === payee && each.bank === institution?.id),
    ),
    'a call is sent only after its account references were looked up once more, and led to what was shown',
    { call, looked },
  );
  const checked = holdingGateOf({ applied_gate }).checks ?? [];
  for (const check of checked) {
    if (check.type !== 'approval_age' || decision === undefined) continue;
    const oldest = Math.min(...[...approvals, decision].map(({ created_at }) => created_at.getTime()));
    must(
      world.isYoung(oldest + check.max_seconds * 1000, timeout_seconds),
      'a call is sent only while the oldest of its approvals is as young as its policy wants',
      call,
    );
  }
}

/** Invariants of a payment when it is sent: a limit counts it, and as many have approved it as its version requires. */
export function checkPayment(call: ToolCallDocument): void {
  const { applied_gate: gate } = call;
  if (gate === undefined || gate.verdict === 'deny') return;
  if ('policy' in gate.rule) checkBoard(call);
  must(
    (gate.reservations ?? []).length === (call.reserved ?? []).length,
    'a call is sent only while its limits count it',
    call,
  );
}

/** A payment's obligations by its amount alone, whatever gate was recorded. */
function checkBoard(call: ToolCallDocument): void {
  const amount = amountIn(argsOf(call));
  const { stages } = holdingGateOf(call);
  const given = [...(call.approvals ?? []), ...(call.decision === undefined ? [] : [call.decision])];
  must(
    (amount !== undefined && amount <= largest && !isUndeclared(call)) ||
      given.some(({ stage = 0 }) => stages[stage]?.group === 'board'),
    'a payment that is too large, or whose amount cannot be read or is not declared, is sent only after the board has approved it',
    call,
  );
}

/** How many different actors have to approve a call. */
export function requiredOf(call: ToolCallDocument): number {
  return call.gate === null ? 0 : approvalsRequired(holdingGateOf(call));
}

/** Invariants of the payments at the end: unsent amounts are given back, and nothing else. */
export function checkGivenBack({ memory: { tables }, sent, affected }: World): void {
  for (const call of tables.calls.values()) {
    const isUnsent = (sent.get(call._id) ?? []).length === 0 && sentBefore(call) === undefined;
    const isOver = call.status !== 'pending' && call.error?.code !== 'outcome_unknown';
    must(
      !isUnsent || !isOver || call.reserved === undefined,
      'a limit is given back what was let through and not sent',
      call,
    );
    const isSent = (sent.get(call._id) ?? []).some(({ answer }) => answer?.noEffect !== true);
    if (isSent && !affected.has(call.run_id)) checkPayment(call);
  }
}

/** Whether a call that a freeze holds back has the approvals that it had, its decision being the last. */
function keepsApprovals(
  { approvals = [], decision }: ToolCallDocument,
  set: Partial<ToolCallDocument>,
): boolean {
  const had = [...approvals, ...(decision === undefined ? [] : [decision])];
  const kept = set.approvals ?? approvals;
  return kept.length === had.length && kept.every((approval, index) => approval === had[index]);
}
