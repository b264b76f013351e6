import type { PolicyCheck } from '#contract/approval-check.ts';
import { canonicalJson } from '#contract/canonical-json.ts';
import { defined } from '#contract/defined.ts';
import { toJsonText } from '#contract/json-text.ts';
import type { ExpiredBefore, RejectedBefore } from '#contract/turned-down.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import { visibleLine } from '#contract/words/unseen-characters.ts';
import { truncate } from '#contract/text.ts';
import type { AppliedGate, HoldingGate } from '../../documents/applied-gate.ts';
import type { LoadedRun } from '../../documents/run.ts';
import type { ThreadDocument } from '../../documents/thread.ts';
import type { ToolCallDocument, TurnedDown, TurnedDownCall } from '../../documents/tool-call.ts';
import type { CallRefusal } from '../inputs.ts';
import { heldAs } from '../pause.ts';
import { addUp, toStage } from '../policies/stages.ts';
import { redactedDetail } from '../redaction.ts';
import { isInDoubt } from '../resolve-call.ts';
import type { CallChange } from '../stored.ts';
import { holdingGateOf, plainGate } from './gate-of-call.ts';

type Thread = Pick<ThreadDocument, 'turned_down' | 'subject_seq'>;

/** The longest part of a detail that is quoted to a model, in characters. */
const quotedCharacters = 500;

/**
 * Calls of the thread were turned down since it was looked up what was: look it up again. Without this, a rejection would be missed
 * that is stored between the two.
 */
export class TurnedDownSinceError extends Error {
  override name = 'TurnedDownSinceError';
}

/** Whether what was looked up has to be looked up again. */
export function isTurnedDownSince(error: unknown): boolean {
  return error instanceof TurnedDownSinceError;
}

/**
 * The fields stored with a held call that a person rejects, or that expires: an equal call is recognized by them
 * (gate.rejected-before).
 * @param before how many others are turned down in the same write. Default: none
 */
export function asTurnedDown(
  { asked: own, asked_before = [] }: Pick<ToolCallDocument, 'asked' | 'asked_before'>,
  { thread }: Pick<LoadedRun, 'thread'>,
  as: TurnedDown['as'],
  before = 0,
): { turned_down?: TurnedDown } {
  if (own === undefined) return {};
  const asked = [...new Set([...asked_before, ...own])];
  const { turned_down = 0, subject_seq = 0 } = thread;
  return { turned_down: { as, asked, number: turned_down + before + 1, subject_seq } };
}

/** The changes that end a run or decline its held calls because nobody has decided in time, as the held calls record them. */
export function asExpired(stored: LoadedRun, changes: readonly CallChange[]): CallChange[] {
  let expired = 0;
  return changes.map((change) => {
    const { before, set } = change;
    if (heldAs(stored.run, before._id) === undefined || isInDoubt(set)) return change;
    const turnedDown = asTurnedDown(before, stored, 'expired', expired);
    expired += 1;
    return { ...change, set: { ...set, ...turnedDown } };
  });
}

/** @throws {TurnedDownSinceError} if calls were turned down after it was looked up which were */
export function checkKnown({ turned_down = 0 }: Thread, known = 0): void {
  if (turned_down !== known) throw new TurnedDownSinceError('a call of the thread was turned down meanwhile');
}

/**
 * Why a call that asks for the same as an earlier one is not held: a person rejected that one, and the subject has not written
 * since (gate.rejected-before). An expiry refuses nothing.
 * @param earlier those of the thread that asked for the same
 */
export function refusedBefore(
  earlier: readonly TurnedDownCall[],
  { subject_seq = 0 }: Thread,
): CallRefusal | undefined {
  const rejected = newest(earlier, 'rejected');
  if (rejected === undefined || subject_seq > rejected.turned_down.subject_seq) return undefined;
  return { code: 'rejected_before', message: refusalMessage(rejected) };
}

/**
 * Why a call that was held is not sent: a person has rejected one that asks for the same since it was shown to those who approved it.
 * What the subject has written after that makes no difference, because nobody was shown both.
 * @param earlier those of the thread that asked for the same
 * @param known how many calls of the thread were turned down when it was shown
 */
export function refusedSince(
  earlier: readonly TurnedDownCall[],
  known: number,
): { refusal: CallRefusal; since: TurnedDownCall[] } | undefined {
  const since = earlier.filter(({ turned_down }) => turned_down.number > known);
  const rejected = newest(since, 'rejected');
  return rejected && { refusal: { code: 'rejected_before', message: refusalMessage(rejected) }, since };
}

function refusalMessage(call: TurnedDownCall): string {
  const { actor = '', detail, created_at } = call.decision ?? {};
  const by = actor === '' ? 'A person' : visibleLine(actor);
  const at = created_at === undefined ? '' : ` at ${toTimestamp(created_at)}`;
  const why =
    detail === undefined
      ? 'No reason was given.'
      : `The reason: ${truncate(toJsonText(redactedDetail(call, detail)), quotedCharacters)}.`;
  return (
    `${by} rejected the same call${at}. ${why} This one was not made, and nobody was asked again: that needs a new request of ` +
    'the user.'
  );
}

/** The fields stored with a call about earlier equal ones: the newest of each kind. */
export function earlierOf(
  earlier: readonly TurnedDownCall[],
): Pick<ToolCallDocument, 'rejected_before' | 'expired_before'> {
  const rejected = newest(earlier, 'rejected');
  const expired = newest(earlier, 'expired');
  return {
    ...(rejected === undefined ? {} : { rejected_before: asRejected(rejected) }),
    ...(expired === undefined
      ? {}
      : { expired_before: { ...named(expired), at: toTimestamp(expired.finished_at ?? new Date(0)) } }),
  };
}

function asRejected(call: TurnedDownCall): NonNullable<ToolCallDocument['rejected_before']> {
  const { actor = '', created_at = new Date(0), detail } = call.decision ?? {};
  return {
    ...named(call),
    by: actor,
    at: toTimestamp(created_at),
    ...(detail === undefined ? {} : { detail: toJsonText(redactedDetail(call, detail)) }),
  };
}

function named({ run_id, _id }: TurnedDownCall) {
  return { run_id, tool_call_id: _id };
}

function newest(earlier: readonly TurnedDownCall[], as: TurnedDown['as']): TurnedDownCall | undefined {
  return earlier
    .filter(({ turned_down }) => turned_down.as === as)
    .toSorted((one, other) => one.turned_down.number - other.turned_down.number)
    .at(-1);
}

/** The same as people are shown it. */
export function shownEarlier({
  rejected_before,
  expired_before,
  redact,
}: Pick<ToolCallDocument, 'rejected_before' | 'expired_before' | 'redact'>): {
  rejected_before?: RejectedBefore;
  expired_before?: ExpiredBefore;
} {
  return {
    ...(rejected_before === undefined ? {} : { rejected_before: shownRejection(rejected_before, redact) }),
    ...defined({ expired_before }),
  };
}

function shownRejection(
  { detail, ...rejected }: NonNullable<ToolCallDocument['rejected_before']>,
  redact: ToolCallDocument['redact'],
): RejectedBefore {
  if (detail === undefined) return rejected;
  return { ...rejected, detail: redactedDetail(redact === undefined ? {} : { redact }, detail) };
}

/**
 * The gate of a call that asks for the same as earlier ones that were turned down: its own and theirs
 * (gate.rejected-before.stricter). Where its own would let it through, theirs hold it; one that denies it still does.
 */
export function strictest(gate: AppliedGate, earlier: readonly TurnedDownCall[]): AppliedGate {
  if (gate.verdict === 'deny' || earlier.length === 0) return gate;
  return earlier.map(holdingGateOf).reduce<AppliedGate>(together, gate);
}

/** Two gates as one: the call is held by the stages of both. One that denies it still does. */
export function together(gate: AppliedGate, earlier: HoldingGate): AppliedGate {
  if (gate.verdict === 'deny' || (gate === plainGate && earlier === plainGate)) return gate;
  const own: HoldingGate =
    gate.verdict === 'hold' ? gate : { ...gate, verdict: 'hold', rule: heldRule(gate), stages: [] };
  const times = [own.ttl_seconds, earlier.ttl_seconds].filter((seconds) => seconds !== undefined);
  const cooling = [own.cooling_off_seconds, earlier.cooling_off_seconds].filter(
    (seconds) => seconds !== undefined,
  );
  const either = (option: 'exclude_subject' | 'require_digest') =>
    own[option] === true || earlier[option] === true ? { [option]: true as const } : {};
  return {
    ...own,
    stages: addUp([own.stages, earlier.stages]).map(toStage),
    ...either('exclude_subject'),
    ...either('require_digest'),
    ...(times.length === 0 ? {} : { ttl_seconds: Math.min(...times) }),
    ...(cooling.length === 0 ? {} : { cooling_off_seconds: Math.max(...cooling) }),
    ...defined({ on_expiry: own.on_expiry ?? earlier.on_expiry }),
    ...both('amounts', own.amounts, earlier.amounts),
    ...both<'checks', PolicyCheck>('checks', own.checks, earlier.checks),
  };
}

function heldRule({ rule }: AppliedGate): AppliedGate['rule'] {
  return { ...rule, verdict: 'hold' };
}

/** The parts of two lists, each once. */
function both<Name extends string, Part>(
  name: Name,
  one: readonly Part[] = [],
  other: readonly Part[] = [],
): { [Key in Name]?: Part[] } {
  const parts = new Map([...one, ...other].map((part) => [canonicalJson(part), part]));
  return (parts.size === 0 ? {} : { [name]: [...parts.values()] }) as { [Key in Name]?: Part[] };
}
