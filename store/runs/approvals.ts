import type { Filter } from 'mongodb';
import type { Approval, ApprovalKind } from '#contract/approval.ts';
import { defined } from '#contract/defined.ts';
import type { Page } from '#contract/pagination.ts';
import type { RiskLevel } from '#contract/risk.ts';
import type { PauseKind } from '#contract/run-state.ts';
import type { HeldWrite } from '#contract/thread.ts';
import { firstToDecide, isOver } from '#engine/rules/ends.ts';
import { isPauseFor } from '#engine/rules/pause.ts';
import { actorKey } from '#contract/same-actor.ts';
import type { PauseDocument, PauseWithContent, RunDocument, RunWithContent } from '#engine/documents/run.ts';
import type { Database } from '../mongo/database.ts';
import { readPage } from '../mongo/page.ts';
import type { Scope } from '#engine/ports/scope.ts';
import { runsInScope } from '../threads/scope.ts';
import { heldLength, type ShownTo, withContent } from '../threads/shown-content.ts';

/** Which of the runs that wait for a person are listed. */
export interface ApprovalFilter extends Scope {
  kind?: ApprovalKind;
  /** A patch reference, or the key of a patch for all of its versions. */
  patch?: string;
  risk?: RiskLevel;
  /** Somebody who may approve what is held, and has not yet. */
  actor?: string;
  /** The approver groups of that actor. */
  groups?: string[];
  /** Only what is over before then. */
  expires_before?: Date;
  /** Expired items are not listed, even if their run has not ended yet. */
  now: Date;
}

/** The content of a page has room for so much. */
const pageCharacters = 512 * 1024;

const pauseTypes: Record<ApprovalKind, PauseKind> = {
  confirmation: 'confirmation',
  action: 'outcome',
  question: 'question',
};

const kindOf: Record<PauseKind, ApprovalKind> = {
  confirmation: 'confirmation',
  outcome: 'action',
  question: 'question',
};

/** An item that a run waits for. */
export interface WaitingItem {
  run: RunDocument;
  item: PauseWithContent;
}

/** An item as it is found, without its content. */
interface FoundItem {
  run: RunDocument;
  item: PauseDocument;
}

/**
 * A filter of the inbox in the form of MongoDB.
 * @returns filters for runs with such an item, and for the item itself
 */
export function waitingFor({
  kind,
  patch,
  risk,
  actor,
  groups = [],
  expires_before,
  now,
  ...scope
}: ApprovalFilter): { runs: Filter<RunDocument>; items: Filter<PauseDocument> } {
  const items: Filter<PauseDocument> = {
    ...(kind === undefined ? {} : { type: pauseTypes[kind] }),
    ...(patch === undefined ? {} : { patch_ref: patch.includes('@') ? patch : versionsOf(patch) }),
    ...defined({ risk }),
    ...(actor === undefined ? {} : mayBeApprovedBy(actor, groups)),
    expires_at: { $gt: now, ...defined({ $lt: expires_before }) },
    // An approved call that waits to be sent does not expire.
    ...(expires_before === undefined ? {} : { not_before: { $exists: false } }),
  };
  return { runs: { ...runsInScope(scope), pauses: { $elemMatch: items } }, items };
}

/**
 * The items that runs wait for, longest waiting first: one item for a question or a proposed action, and one for each held call, in the model's
 * order. The content of a held call is stored by the write that holds it, with the digest that a decision is compared with
 * (inbox.same-moment). The page ends before the content of its items is larger than 512 KiB, but has at least one.
 * @param after the position at which the previous page ended
 */
export async function listWaitingItems(
  db: Database,
  filter: ApprovalFilter,
  { limit, after, to }: { limit: number; after?: string | undefined; to: ShownTo },
): Promise<Page<WaitingItem, string>> {
  const position = after === undefined ? undefined : readPosition(after);
  const waiting = {
    ...waitingFor(filter).runs,
    ...(position === undefined ? { paused_at: { $exists: true } } : from(position)),
  } as Filter<RunDocument>;
  const runs = db.runs.find(waiting).sort({ paused_at: 1, _id: 1 });
  const page = await readPage(runs, limit, positionOf, heldLength);
  const isWanted = (item: PauseDocument) => isMatch(item, filter);
  const items = page.items.flatMap((run) =>
    (run.pauses ?? [])
      .filter((item) => isWanted(item) && isAfter({ run, item }, position))
      .map((item) => ({ run, item })),
  );
  const fitting = items.slice(0, Math.min(limit, fittingItems(items)));
  const last = fitting.at(-1);
  const isAll = last === undefined || items.length === fitting.length;
  const next = isAll ? page.next : positionOf(last.run, last.item);
  return { items: await shownItems(db, fitting, to), next };
}

/** How many of the items a page has room for. */
function fittingItems(items: readonly FoundItem[]): number {
  let characters = 0;
  const tooMuch = items.findIndex(({ item }, index) => {
    characters += item.shown_length;
    return index > 0 && characters > pageCharacters;
  });
  return tooMuch === -1 ? items.length : tooMuch;
}

/** Items that were decided since they were found are left out. */
async function shownItems(db: Database, found: readonly FoundItem[], to: ShownTo): Promise<WaitingItem[]> {
  const shown = await withContent(
    db,
    found.map(({ item }) => item),
    to,
  );
  const byCall = new Map(shown.map((item) => [item.tool_call_id, item]));
  return found.flatMap(({ run, item }) => {
    const seen = byCall.get(item.tool_call_id);
    return seen === undefined ? [] : [{ run, item: seen }];
  });
}

/**
 * The calls of a workspace that wait for a person, by run, those of the newest runs first.
 * @param most how many runs
 */
export async function waitingCalls(
  db: Database,
  workspace_id: string,
  most: number,
): Promise<Map<string, Set<string>>> {
  const runs = await db.runs
    .find<{ _id: string; pauses?: Pick<PauseDocument, 'tool_call_id'>[] }>(
      { workspace_id, paused_at: { $exists: true } },
      { projection: { 'pauses.tool_call_id': 1 } },
    )
    .sort({ paused_at: -1, _id: -1 })
    .limit(most)
    .toArray();
  return new Map(
    runs.map(({ _id, pauses = [] }) => [_id, new Set(pauses.map(({ tool_call_id }) => tool_call_id))]),
  );
}

/** @param key consists of letters, digits and underscores */
function versionsOf(key: string): { $regex: RegExp } {
  return { $regex: new RegExp(`^${key}@`) };
}

/** Held calls on which an actor may decide now, as far as the gates of agents say. */
function mayBeApprovedBy(actor: string, groups: string[]): Filter<PauseDocument> {
  return {
    type: 'confirmation',
    approved_by: { $nin: [actor, actorKey(actor)] },
    $or: [
      // Null also stands for a field that is missing.
      { group: { $in: [null, ...groups] } },
      { escalated_to: { $in: groups } },
    ],
    excluded: { $ne: actorKey(actor) },
    not_before: { $exists: false },
  } as Filter<PauseDocument>;
}

/** The same filter for the items of a run that was found: the others of its turn may not fit. */
function isMatch(
  { type, patch_ref, risk, expires_at, ...held }: PauseDocument,
  { kind, patch, risk: level, actor, groups = [], expires_before, now }: ApprovalFilter,
): boolean {
  return (
    (kind === undefined || type === pauseTypes[kind]) &&
    (patch === undefined || patch_ref === patch || patch_ref.startsWith(`${patch}@`)) &&
    (level === undefined || risk === level) &&
    (actor === undefined || (type === 'confirmation' && mayApproveNow(held, actor, groups))) &&
    expires_at > now &&
    (expires_before === undefined || (held.not_before === undefined && expires_at < expires_before))
  );
}

function mayApproveNow(
  {
    approved_by = [],
    group,
    escalated_to,
    excluded = [],
    not_before,
  }: Pick<PauseDocument, 'approved_by' | 'group' | 'escalated_to' | 'excluded' | 'not_before'>,
  actor: string,
  groups: string[],
): boolean {
  const key = actorKey(actor);
  if (not_before !== undefined) return false;
  if (approved_by.includes(actor) || approved_by.includes(key) || excluded.includes(key)) return false;
  return (
    group === undefined ||
    groups.includes(group) ||
    (escalated_to !== undefined && groups.includes(escalated_to))
  );
}

/** Where a page ends: after a run, or after an item of it. */
interface Position {
  at: Date;
  run: string;
  item: number;
}

function positionOf({ _id, paused_at }: RunDocument, item?: PauseDocument): string {
  return `${paused_at?.toISOString()} ${_id} ${item === undefined ? 'all' : (item.position ?? 0)}`;
}

function readPosition(position: string): Position {
  const [at = '', run = '', item = ''] = position.split(' ');
  return { at: new Date(at), run, item: item === 'all' ? Number.POSITIVE_INFINITY : Number(item) };
}

/** Runs from a position on, with the run of the position if it has further items. */
function from({ at, run, item }: Position): Filter<RunDocument> {
  const isWhole = item === Number.POSITIVE_INFINITY;
  return {
    // Also lets MongoDB use the partial index.
    paused_at: { $gte: at },
    $or: [{ paused_at: { $gt: at } }, { _id: isWhole ? { $gt: run } : { $gte: run } }],
  };
}

function isAfter({ run, item }: FoundItem, position: Position | undefined): boolean {
  return run._id !== position?.run || (item.position ?? 0) > position.item;
}

/** The first item that a run waits for; undefined if it does not wait for a person, or everything has expired. */
export function toApproval(run: RunWithContent, now: Date): Approval | undefined {
  const item = firstToDecide((run.pauses ?? []).filter((each) => !isOver(each, now)));
  return item === undefined ? undefined : toItem({ run, item });
}

/** An item of the inbox. */
export function toItem({ run, item }: WaitingItem): Approval {
  const { agent } = run;
  return {
    kind: kindOf[item.type],
    run_id: run._id,
    thread_id: run.thread_id,
    subject_ref: run.subject_ref,
    agent: { id: agent.id, name: agent.name },
    tool_call_id: item.tool_call_id,
    patch_ref: item.patch_ref,
    ...contentOf(item),
    ...defined({ risk: item.risk }),
  };
}

/** The shown content of a pause beside its call. */
function contentOf(
  pause: PauseWithContent,
): Pick<Approval, 'created_at' | 'expires_at' | 'prompt'> & Partial<HeldWrite> {
  if (isPauseFor(pause, 'confirmation')) {
    const { run_id: _, tool_call_id: __, patch_ref: ___, risk: ____, ...shown } = pause.content;
    return shown;
  }
  if (isPauseFor(pause, 'outcome')) {
    const { args, created_at, expires_at } = pause.content;
    return { args, created_at, expires_at };
  }
  if (!isPauseFor(pause, 'question')) throw new Error(`there is no pause for ${pause.type}`);
  const { prompt, created_at, expires_at } = pause.content;
  return { prompt, created_at, expires_at };
}
