import type { Filter } from 'mongodb';
import type { Approval, ApprovalKind } from '#contract/approval.ts';
import { defined } from '#contract/defined.ts';
import { fromJsonText } from '#contract/json-text.ts';
import type { Page } from '#contract/pagination.ts';
import type { RiskLevel } from '#contract/risk.ts';
import type { PauseKind } from '#contract/run-state.ts';
import type { HeldWrite } from '#contract/thread.ts';
import { isOver } from '#engine/rules/expiry.ts';
import { isPauseFor } from '#engine/rules/pause.ts';
import { actorKey } from '#contract/same-actor.ts';
import type { PauseDocument, RunDocument } from '#engine/documents/run.ts';
import type { Database } from '../mongo/database.ts';
import { readPage } from '../mongo/page.ts';
import type { Scope } from '#engine/ports/scope.ts';
import { runsInScope } from '../threads/scope.ts';

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

/**
 * Runs that wait for a person, longest waiting first. What a run waits for is part of its own document, so each one
 * shows exactly what a decision would be compared with (inbox.same-moment).
 * @param after the position at which the previous page ended
 */
export async function listWaitingRuns(
  db: Database,
  filter: ApprovalFilter,
  limit: number,
  after?: string,
): Promise<Page<RunDocument, string>> {
  const { kind, patch, risk, actor, groups = [], expires_before, now, ...scope } = filter;
  const waiting: Filter<RunDocument> = {
    ...runsInScope(scope),
    ...(kind === undefined ? {} : { 'pause.type': pauseTypes[kind] }),
    ...(patch === undefined ? {} : { 'pause.patch_ref': patch.includes('@') ? patch : versionsOf(patch) }),
    ...defined({ 'pause.risk': risk }),
    ...(actor === undefined ? {} : mayBeApprovedBy(actor, groups)),
    // Earlier pauses do not say it: they are left out when they are shown.
    'pause.expires_at': { $not: { $lte: now }, ...defined({ $lt: expires_before }) },
    ...(after === undefined ? { 'pause.created_at': { $exists: true } } : laterThan(after)),
  };
  const runs = db.runs.find(waiting).sort({ 'pause.created_at': 1, _id: 1 });
  return await readPage(runs, limit, positionOf);
}

/**
 * The calls of a workspace that wait for a person, by run, the newest first.
 * @param most how many of them
 */
export async function waitingCalls(
  db: Database,
  workspace_id: string,
  most: number,
): Promise<Map<string, string>> {
  const runs = await db.runs
    .find<{ _id: string; pause?: Pick<PauseDocument, 'tool_call_id'> }>(
      { workspace_id, 'pause.created_at': { $exists: true } },
      { projection: { 'pause.tool_call_id': 1 } },
    )
    .sort({ 'pause.created_at': -1, _id: -1 })
    .limit(most)
    .toArray();
  return new Map(runs.flatMap(({ _id, pause }) => (pause === undefined ? [] : [[_id, pause.tool_call_id]])));
}

/** @param key consists of letters, digits and underscores */
function versionsOf(key: string): { $regex: RegExp } {
  return { $regex: new RegExp(`^${key}@`) };
}

/** Held calls on which an actor may decide now, as far as the gates of agents say. */
function mayBeApprovedBy(actor: string, groups: string[]): Filter<RunDocument> {
  return {
    'pause.type': 'confirmation',
    'pause.approved_by': { $nin: [actor, actorKey(actor)] },
    $and: [
      {
        $or: [
          // Null also stands for a field that is missing.
          { 'pause.group': { $in: [null, ...groups] } },
          { 'pause.escalated_to': { $in: groups } },
        ],
      },
    ],
    'pause.excluded': { $ne: actorKey(actor) },
  };
}

function positionOf({ _id, pause }: RunDocument): string {
  return `${pause?.created_at.toISOString()} ${_id}`;
}

function laterThan(position: string): Filter<RunDocument> {
  const [at = '', id = ''] = position.split(' ');
  const time = new Date(at);
  return {
    // Also lets MongoDB use the partial index.
    'pause.created_at': { $gte: time },
    $or: [{ 'pause.created_at': { $gt: time } }, { _id: { $gt: id } }],
  };
}

/** The item that a run waits for; undefined if it does not wait for a person, or the item has expired. */
export function toApproval(run: RunDocument, now: Date): Approval | undefined {
  const { pause, agent } = run;
  if (pause === undefined || isOver(pause, now)) return undefined;
  return {
    kind: kindOf[pause.type],
    run_id: run._id,
    thread_id: run.thread_id,
    subject_ref: run.subject_ref,
    agent: { id: agent.id, name: agent.name },
    tool_call_id: pause.tool_call_id,
    patch_ref: pause.patch_ref,
    ...contentOf(pause),
    ...defined({ risk: pause.risk }),
  };
}

/** The shown content of a pause beside its call. */
function contentOf(
  pause: PauseDocument,
): Pick<Approval, 'created_at' | 'expires_at' | 'prompt'> & Partial<HeldWrite> {
  if (isPauseFor(pause, 'confirmation')) {
    const { run_id: _, tool_call_id: __, patch_ref: ___, risk: ____, ...shown } = fromJsonText(pause.shown);
    return shown;
  }
  if (isPauseFor(pause, 'outcome')) {
    const { args, created_at, expires_at } = fromJsonText(pause.shown);
    return { args, created_at, expires_at };
  }
  if (!isPauseFor(pause, 'question')) throw new Error(`there is no pause for ${pause.type}`);
  const { prompt, created_at, expires_at } = fromJsonText(pause.shown);
  return { prompt, created_at, expires_at };
}
