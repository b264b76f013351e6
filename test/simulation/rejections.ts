import { canonicalJson } from '#contract/canonical-json.ts';
import { fromJsonText } from '#contract/json-text.ts';
import { actorKey } from '#contract/same-actor.ts';
import type { ToolCallDocument } from '#engine/documents/tool-call.ts';
import { comparableValue } from '#engine/rules/comparable-value.ts';
import { approvalsRequired } from '#engine/rules/gates/progress.ts';
import { holdingGateOf } from '#engine/rules/gates/gate-of-call.ts';
import { argsOf } from '#engine/rules/resolve-call.ts';
import type { Changes } from '#engine/rules/stored.ts';
import { isTampered } from './payments.ts';
import { must } from './violation.ts';
import type { World } from './world.ts';

/** A rejection, as the world has seen it stored. */
interface Rejection {
  /** When, among all writes. */
  order: number;
  /** How many messages its thread had. */
  messages: number;
}

/** The rejections that were stored, and the calls that were shown, approved or let through, by the order of the writes. */
export class Rejections {
  readonly #world: World;
  readonly #rejected = new Map<string, Rejection>();
  readonly #shown = new Map<string, number>();
  readonly #let = new Map<string, number>();
  #writes = 0;

  constructor(world: World) {
    this.#world = world;
  }

  /** Nobody is asked for what was rejected before the subject has written again, nor without being shown that it was. */
  noteWrite(changes: Changes): void {
    this.#writes += 1;
    const order = this.#writes;
    // A restored store may have lost a rejection, and now the call is revised.
    for (const { revised_from = '' } of changes.newCalls) this.#rejected.delete(revised_from);
    for (const { tool_call_id } of heldIn(changes)) {
      this.#checkHeld(tool_call_id);
      this.#shown.set(tool_call_id, order);
    }
    const messages = this.#world.memory.tables.messages.get(changes.run.thread_id)?.length ?? 0;
    for (const { before, set } of changes.calls) {
      const { decision } = set;
      if (decision?.decision === 'approve') this.#let.set(before._id, order);
      const isRevised = changes.newCalls.some(({ revised_from }) => revised_from === before._id);
      if (decision?.decision === 'reject' && !isRevised) this.#rejected.set(before._id, { order, messages });
    }
    for (const call of [
      ...changes.newCalls,
      ...changes.calls.map(({ before, set }) => ({ ...before, ...set })),
    ])
      if (call.error?.code === 'rejected_before') this.#checkRefused(call);
    for (const call of changes.newCalls)
      if (call.gate === null || call.decision !== undefined) this.#let.set(call._id, order);
  }

  /** A call is not sent that was approved, or let through, after the same one was rejected and before the subject has written. */
  checkSent(call: ToolCallDocument): void {
    const let_ = this.#let.get(call._id) ?? 0;
    const earlier = ([, { order }]: [ToolCallDocument, Rejection]) => order < let_;
    const same = this.#ofSame(call).filter(earlier);
    // The newest is shown, which can be of its own turn.
    const all = this.#ofSame(call, { alsoBeside: true }).filter(earlier);
    const shown = all.find(([{ _id }]) => _id === call.rejected_before?.tool_call_id);
    for (const [rejected, rejection] of same) {
      const about = { call, rejected };
      // Somebody corrects a call knowingly to what was rejected.
      must(
        call.revised_from !== undefined || this.#hasWritten(call, rejection),
        'what was rejected is not sent before the subject has written',
        about,
      );
      must(
        shown !== undefined && shown[1].order >= rejection.order,
        'what was rejected is sent only if whoever approved it was shown that',
        about,
      );
      const given = [...(call.approvals ?? []), ...(call.decision === undefined ? [] : [call.decision])];
      const approvers = new Set(given.map(({ actor }) => actorKey(actor)));
      must(
        approvers.size >= approvalsRequired(holdingGateOf(rejected)),
        'what was rejected is sent only with the approvals that its gate required then',
        about,
      );
    }
  }

  #checkRefused(call: ToolCallDocument): void {
    // Its blind names, by which it was recognized, are not those of its arguments any more.
    if (isTampered(call)) return;
    const same = this.#ofSame(call);
    // A person who corrects a call to what its policy allows is shown only the first one.
    const isLetThrough = call.revised_from !== undefined && call.gate === null;
    const shown = isLetThrough
      ? this.#let.get(call._id)
      : call.decision === undefined
        ? undefined
        : this.#shown.get(call._id);
    must(
      same.some(
        ([, rejection]) =>
          !this.#hasWritten(call, rejection) || (shown !== undefined && rejection.order > shown),
      ),
      'a call is refused as rejected only if the same was, and the subject has not written since, or nobody was shown that',
      { call, same },
    );
  }

  #checkHeld(id: string): void {
    const call = this.#world.memory.tables.calls.get(id);
    if (call === undefined) return;
    const same = this.#ofSame(call);
    must(
      call.revised_from !== undefined || same.every(([, rejection]) => this.#hasWritten(call, rejection)),
      'what was rejected is not held again before the subject has written',
      { call, same },
    );
    const all = this.#ofSame(call, { alsoBeside: true });
    must(
      same.length === 0 || all.some(([{ _id }]) => _id === call.rejected_before?.tool_call_id),
      'whoever decides is shown that the same was rejected before',
      { call, same },
    );
    must(
      same.every(
        ([rejected]) => approvalsRequired(holdingGateOf(call)) >= approvalsRequired(holdingGateOf(rejected)),
      ),
      'what was rejected is held by no weaker gate than then',
      { call, same },
    );
  }

  /** The calls of the thread that asked for the same and are rejected, by what is stored. */
  #ofSame(call: ToolCallDocument, { alsoBeside = false } = {}): [ToolCallDocument, Rejection][] {
    // Its blind names are those of the arguments before the change.
    if (isTampered(call)) return [];
    const { tables } = this.#world.memory;
    const threadOf = ({ run_id }: ToolCallDocument) => tables.runs.get(run_id)?.thread_id;
    return [...this.#rejected].flatMap(([id, rejection]): [ToolCallDocument, Rejection][] => {
      const rejected = tables.calls.get(id);
      // A restored store may have lost it, or the rejection.
      if (rejected?.decision?.decision !== 'reject' || id === call._id) return [];
      // Both were shown together.
      const isBeside = rejected.run_id === call.run_id && rejected.turn_seq === call.turn_seq;
      if (isBeside && !alsoBeside) return [];
      const chain = this.#chainOf(rejected);
      if (threadOf(rejected) !== threadOf(call) || !chain.some((each) => isSame(each, call))) return [];
      return [[rejected, rejection]];
    });
  }

  /** A call, and those whose places it took. */
  #chainOf(call: ToolCallDocument): ToolCallDocument[] {
    const first = this.#world.memory.tables.calls.get(call.revised_from ?? '');
    return first === undefined ? [call] : [call, ...this.#chainOf(first)];
  }

  /** Whether the subject has written on the thread since. */
  #hasWritten({ run_id }: ToolCallDocument, { messages }: Rejection): boolean {
    const { tables } = this.#world.memory;
    const thread = tables.messages.get(tables.runs.get(run_id)?.thread_id ?? '') ?? [];
    return thread.some(
      ({ _id, role, seq }) => role === 'user' && seq > messages && this.#world.people.isOfSubject(_id),
    );
  }
}

function heldIn({ events }: Changes): { tool_call_id: string }[] {
  return events.flatMap(({ type, data }) =>
    type !== 'write.confirmation_requested' || data === undefined
      ? []
      : [fromJsonText(data) as unknown as { tool_call_id: string }],
  );
}

/** Whether two calls ask for the same, as a reader would judge. */
export function isSame(one: ToolCallDocument, other: ToolCallDocument): boolean {
  const paid = paymentText(one);
  if (paid !== undefined && paid === paymentText(other)) return true;
  if (one.patch_ref !== other.patch_ref) return false;
  const key = one.effect?.key;
  return (key !== undefined && key === other.effect?.key) || argsText(one) === argsText(other);
}

/** The payee and the amount of a payment; undefined for what is none, or cannot be judged. */
function paymentText(call: ToolCallDocument): string | undefined {
  if (call.payment === undefined) return undefined;
  const { payee, amount } = argsOf(call);
  return typeof amount === 'number' ? canonicalJson([payee, amount]) : undefined;
}

function argsText(call: ToolCallDocument): string {
  return canonicalJson(comparableValue(argsOf(call)));
}
