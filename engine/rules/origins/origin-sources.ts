import type { JsonObject } from '#contract/json.ts';
import type { JsonText } from '#contract/json-text.ts';
import { fromJsonText, toJsonText } from '#contract/json-text.ts';
import { defined } from '#contract/defined.ts';
import type { Patch } from '#contract/patch.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import { valueAt } from '#patches/json-pointer.ts';
import type { MessageDocument } from '../../documents/message.ts';
import type { RunDocument } from '../../documents/run.ts';
import type { ToolCallDocument } from '../../documents/tool-call.ts';
import { contextOf } from '../given-context.ts';
import { redactedArgs, redactedDetail } from '../redaction.ts';
import { argsOf } from '../resolve-call.ts';
import { leavesOf } from './scalars.ts';
import type { OriginSource } from './trace-origins.ts';

/** The messages and calls that a model is shown. */
export interface Seen {
  /** Newest first. */
  messages: readonly Pick<MessageDocument, 'role' | 'content' | 'created_at'>[];
  calls: readonly SeenCall[];
}

type SeenCall = Pick<
  ToolCallDocument,
  | '_id'
  | 'patch_ref'
  | 'interaction'
  | 'args'
  | 'redact'
  | 'error'
  | 'approvals'
  | 'decision'
  | 'revised_from'
  | 'started_at'
  | 'finished_at'
> & { result?: JsonText | number };

/** Built-in patches whose results are a register's. What they say of an account is only what they were asked about it. */
const registers: ReadonlySet<string> = new Set(['identify_account@1', 'list_banks@1']);

/**
 * The sources of values that a model is shown, newest first (origin.sources).
 * @param trustOf the `trust` of a patch
 */
export function originSources(
  { messages, calls }: Seen,
  run: Pick<RunDocument, 'context'>,
  { instructions }: { instructions: string },
  trustOf: (ref: string) => Patch['trust'],
): OriginSource[] {
  const said = messages.flatMap(({ role, content, created_at }): OriginSource[] =>
    role === 'user'
      ? [{ kind: 'message', from: 'subject', at: toTimestamp(created_at), content: { text: content } }]
      : [],
  );
  const context = contextOf(run);
  const byId = new Map(calls.map((call) => [call._id, call]));
  return [
    ...said,
    ...calls
      .toReversed()
      .flatMap((call) => [...ofPeople(call, byId.get(call.revised_from ?? '')), ...resultOf(call, trustOf)]),
    ...(Object.keys(context).length === 0
      ? []
      : [{ kind: 'context' as const, from: 'context' as const, content: { value: { ...context } } }]),
    { kind: 'instructions', from: 'instructions', content: { text: instructions } },
  ];
}

/**
 * The arguments that an approver has changed, and the details of decisions.
 * @param first the call that was corrected
 */
function ofPeople(call: SeenCall, first: SeenCall | undefined): OriginSource[] {
  const { revised_from, decision, approvals = [], started_at } = call;
  const said = (at: Date, shown: object): OriginSource => ({
    kind: 'revision',
    from: 'approver',
    at: toTimestamp(at),
    content: { value: { ...shown } },
  });
  const decisions = [...approvals, ...(decision === undefined ? [] : [decision])];
  return [
    ...(revised_from === undefined ? [] : [said(started_at, changedBy(call, first))]),
    ...decisions.flatMap(({ detail, created_at, decision: verdict }) =>
      detail === undefined
        ? []
        : [said(created_at, verdict === 'reject' ? redactedDetail(call, detail) : fromJsonText(detail))],
    ),
  ];
}

/** The arguments of a corrected call that differ from those of the first, by their paths. Nobody vouches for what has stayed. */
function changedBy(call: SeenCall, first: SeenCall | undefined): JsonObject {
  const args = redactedArgs(call);
  if (first === undefined) return args;
  const before = redactedArgs(first);
  const changed = [...leavesOf(args)].filter(({ path, value }) => valueAt(before, path) !== value);
  return Object.fromEntries(changed.map(({ path, value }) => [path, value]));
}

/** The result of a call. An answer of the user stands with the messages, and a rejection with the decisions. */
function resultOf(call: SeenCall, trustOf: (ref: string) => Patch['trust']): OriginSource[] {
  const { patch_ref, interaction, result, error, redact, decision, finished_at } = call;
  if (typeof result !== 'string' || interaction === 'interactive' || decision?.decision === 'reject')
    return [];
  const isRegister = registers.has(patch_ref);
  const from = isRegister ? 'trusted' : (trustOf(patch_ref) ?? 'untrusted');
  const known = isRegister ? toJsonText(withoutAccount(fromJsonText(result))) : result;
  return [
    {
      kind: 'result',
      from,
      patch_ref,
      ...defined({ at: finished_at && toTimestamp(finished_at) }),
      content: { result: { result: known, ...defined({ error, redact }) } },
      ...(from === 'trusted' ? { asked: argsOf(call) } : {}),
    },
  ];
}

/** The knowledge of a register: Identify derives all members about the account itself from the reference that it was asked about. */
function withoutAccount(result: JsonObject): JsonObject {
  const { reference: _, account: __, ...known } = result;
  return known;
}
