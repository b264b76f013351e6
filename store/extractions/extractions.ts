import { defined } from '#contract/defined.ts';
import { ServiceError } from '#contract/errors.ts';
import type { Microcredits } from '#contract/credits.ts';
import type { Origin } from '#contract/event.ts';
import type { ExtractError } from '#contract/extract.ts';
import type { ModelClass } from '#contract/model-class.ts';
import type { EventDocument } from '#engine/documents/event.ts';
import { dataOf, requestEvent } from '../events/events.ts';
import { Commit, isRepeated } from '../mongo/commit.ts';
import type { Database } from '../mongo/database.ts';
import type { NewResource } from '../requests/idempotency-keys.ts';
import { refuseIfErased, type Subject } from '../erasures/erasures.ts';
import { pendingDeliveryId } from '../mongo/first-deliveries.ts';
import { spendingsOf } from '../money/budgets.ts';
import { balanceChange, ledgerEntry } from '../money/ledger.ts';
import { releaseReservation } from '../money/reserve.ts';
import { usageOf } from '../money/usage.ts';

/** The end of an extraction: the data of its event. */
export type ExtractOutcome = { result: unknown } | { error: ExtractError };

/** An extraction by a request that has ended. */
export interface EndedExtraction {
  workspace_id: string;
  subject_ref?: string;
  origin: Origin;
  /** The id of its use, and of its change of the balance: a repetition of the request finds it, and cannot store another. */
  resource: NewResource;
  request_id: string;
  model_class: ModelClass;
  input_tokens: number;
  output_tokens: number;
  cost: Microcredits;
  /** Id of the reservation for the estimated price. The charge replaces it. */
  reservation: string;
  outcome: ExtractOutcome;
}

/** An extraction as it is stored. */
export interface StoredExtraction {
  /** The request that did the work. */
  request_id: string;
  outcome: ExtractOutcome;
}

/**
 * The result that an earlier attempt at a request has stored, or that it was erased since; null if it has stored
 * nothing.
 */
export async function findExtraction(
  db: Database,
  workspaceId: string,
  resourceId: string,
): Promise<StoredExtraction | 'erased' | null> {
  const use = await db.usage.findOne({ _id: resourceId, workspace_id: workspaceId, product: 'extract' });
  if (use?.product !== 'extract' || use.event_id === undefined) return null;
  const event = await db.events.findOne({ _id: use.event_id, workspace_id: workspaceId });
  if (event === null) return 'erased';
  return { request_id: event.source.id, outcome: dataOf(event) as ExtractOutcome };
}

/**
 * Stores an extraction: its charge, its use and its event, with the deliveries to webhook endpoints, together or not at
 * all.
 * @returns what is stored: what another attempt at the same request has stored, if that came first
 * @throws {ServiceError} `erasure_running` if its subject is being erased, or was erased meanwhile: nothing is stored or
 *   charged then
 */
export async function storeExtraction(db: Database, ended: EndedExtraction): Promise<StoredExtraction> {
  const { workspace_id, resource, request_id, outcome, subject_ref } = ended;
  const event = eventOf(ended);
  const subject = subject_ref === undefined ? undefined : { workspace_id, subject_ref };
  const spendings =
    ended.cost === 0 ? [] : await spendingsOf(db, { workspace_id, ...defined({ subject_ref }) });
  const commit = commitOf(db, ended, event).spend(workspace_id, spendings, ended.cost);
  if (subject !== undefined) {
    commit.checkFirst(async (session) => await refuseIfErased(db, subject, request_id, session));
  }
  try {
    await commit.write();
  } catch (error) {
    if (isRefusal(error)) await releaseReservation(db, workspace_id, ended.reservation);
    // The holder of the key was not dead after all.
    const first = isRepeated(error) ? await findExtraction(db, workspace_id, resource.id) : null;
    if (first === null || first === 'erased') throw error;
    await releaseReservation(db, workspace_id, ended.reservation);
    return first;
  }
  // Nothing takes the place of the reservation.
  if (ended.cost === 0) await releaseReservation(db, workspace_id, ended.reservation);
  if (subject !== undefined) await removeIfErased(db, event, subject, request_id);
  return { request_id, outcome };
}

function eventOf({ outcome, request_id, ...ended }: EndedExtraction): EventDocument {
  const { workspace_id, subject_ref, origin } = ended;
  const request = {
    id: request_id,
    workspace_id,
    origin,
    product: 'extract',
    ...defined({ subject_ref }),
  };
  const type = 'result' in outcome ? 'extract.completed' : 'extract.failed';
  return requestEvent(request, { type, data: { ...outcome } }, new Date());
}

function commitOf(db: Database, ended: EndedExtraction, event: EventDocument): Commit {
  const { workspace_id, resource, request_id, model_class, input_tokens, output_tokens, cost, reservation } =
    ended;
  const use = { product: 'extract' as const, model_class, input_tokens, output_tokens, event_id: event._id };
  const commit = new Commit(db)
    .insert('usage', [usageOf(workspace_id, use, resource.id)])
    .insert('events', [event]);
  if (cost === 0) return commit;
  const entry = ledgerEntry(-cost, 'extract', request_id, resource.id);
  return commit.insert('ledger', [balanceChange(workspace_id, [entry], { reservation })]);
}

/**
 * Removes the event if an erasure of its subject has begun since it was stored: if this process stood still in between, the
 * erasure may have missed it. The extraction itself came first, so it is answered and charged.
 */
async function removeIfErased(
  db: Database,
  event: EventDocument,
  subject: Subject,
  requestId: string,
): Promise<void> {
  try {
    await refuseIfErased(db, subject, requestId);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const endpoints = await db.enabledEndpoints.of(subject.workspace_id);
    const deliveries = endpoints.map(({ _id }) => pendingDeliveryId(_id, event._id));
    await db.pending_deliveries.deleteMany({ _id: { $in: deliveries } });
    await db.events.deleteOne({ _id: event._id });
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'erasure_running';
}
