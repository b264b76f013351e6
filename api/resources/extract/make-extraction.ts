import { type Microcredits, noCreditsLeft } from '#contract/credits.ts';
import { defined } from '#contract/defined.ts';
import { invalidField, ServiceError } from '#contract/errors.ts';
import type { ExtractRequest } from '#contract/extract.ts';
import { ModelError } from '#engine/ports/model.ts';
import type { Extracted, ExtractionToMake, Extractor } from '#integrations/extract/extractor.ts';
import { failureOf } from '#integrations/extract/failure.ts';
import type { Database } from '#store/mongo/database.ts';
import { newId } from '#store/mongo/ids.ts';
import { newResource } from '#store/requests/idempotency-keys.ts';
import { findExtraction, storeExtraction, type StoredExtraction } from '#store/extractions/extractions.ts';
import { isBudgetSpent } from '#store/money/budgets.ts';
import { releaseReservation, reserve } from '#store/money/reserve.ts';
import { refuseIfErased } from '#store/erasures/erasures.ts';
import type { Call } from '../../http/endpoint/endpoint.ts';

/** When to try again after the provider failed, if it does not say so itself. */
const modelRetrySeconds = 5;

/** The dependencies of extractions. */
export interface ExtractServices {
  db: Database;
  extractor: Extractor;
}

type ExtractCall = Pick<
  Call<unknown, unknown, ExtractRequest, unknown>,
  'caller' | 'body' | 'resource' | 'requestId' | 'clientGone'
>;

/** An extraction, and what this request is charged for it. */
export type MadeExtraction = StoredExtraction & { cost: Microcredits };

/**
 * Makes an extraction, and stores it with its charge. Before the model is asked, the estimated price is reserved, so
 * that simultaneous requests cannot all spend the same credits. What the model does is charged if it is stored, and it
 * is stored once: a repetition of the request finds it.
 * @throws {ServiceError} `model_unavailable`, `invalid_request`, `erasure_running`, `insufficient_credits`,
 *   `model_error`, `temporarily_unavailable`
 */
export async function makeExtraction(
  { db, extractor }: ExtractServices,
  call: ExtractCall,
): Promise<MadeExtraction> {
  const { caller, requestId, clientGone } = call;
  const { workspace_id, subject_ref, origin } = caller;
  let { resource } = call;
  const known = resource.mayExist ? await findExtraction(db, workspace_id, resource.id) : null;
  // The result of the earlier attempt has been erased, so this is a new extraction.
  if (known === 'erased') resource = newResource();
  else if (known !== null) return { ...known, cost: 0 };
  const wanted = await checked(extractor, call);
  const subject = subject_ref === undefined ? undefined : { workspace_id, subject_ref };
  if (subject !== undefined) await refuseIfErased(db, subject, requestId);

  if (await isBudgetSpent(db, { workspace_id, ...defined({ subject_ref }) })) {
    throw new ServiceError('insufficient_credits', noCreditsLeft);
  }
  const reservation = newId();
  const amount = extractor.estimate(wanted);
  if (!(await reserve(db, workspace_id, { id: reservation, amount, workMs: extractor.longestMs }))) {
    throw new ServiceError('insufficient_credits', noCreditsLeft);
  }
  const extracted = await extractor.extract(wanted, clientGone).catch(async (error: unknown) => {
    await releaseReservation(db, workspace_id, reservation);
    throw toServiceError(error, clientGone);
  });
  const { faults, result, ...spent } = partsOf(extracted);
  const stored = await storeExtraction(db, {
    workspace_id,
    ...defined({ subject_ref }),
    origin,
    resource,
    request_id: requestId,
    model_class: wanted.modelClass,
    ...spent,
    reservation,
    outcome: faults === undefined ? { result } : { error: failureOf(faults) },
  });
  return { ...stored, cost: stored.request_id === requestId ? spent.cost : 0 };
}

/** The extraction of a request, once its model class is mapped and its schema compiles. */
async function checked(extractor: Extractor, { caller, body }: ExtractCall): Promise<ExtractionToMake> {
  const { workspace_id: workspaceId } = caller;
  const { model_class, text, schema, instructions } = body;
  const modelClass = extractor.classOf(model_class);
  if (modelClass === undefined) {
    throw new ServiceError('model_unavailable', `No model is configured for the class ${model_class}.`);
  }
  const fault = await extractor.faultOfSchema(workspaceId, schema);
  if (fault !== undefined) throw invalidField('schema', fault.message, fault.code);
  return { workspaceId, modelClass, text, schema, instructions };
}

function partsOf(extracted: Extracted) {
  return 'faults' in extracted ? { ...extracted, result: undefined } : { ...extracted, faults: undefined };
}

/** The client's error of a failed extraction. Nothing is charged for it. */
function toServiceError(error: unknown, clientGone: AbortSignal): unknown {
  if (error === clientGone.reason) {
    return new ServiceError('temporarily_unavailable', 'The client went away before the model answered.', {
      cause: error,
    });
  }
  if (!(error instanceof ModelError)) return error;
  const message =
    error.code === 'timeout' ? 'The model took too long to answer.' : 'The provider of the model failed.';
  return new ServiceError('model_error', message, {
    retryAfterSeconds: Math.ceil((error.retryAfterMs ?? modelRetrySeconds * 1000) / 1000),
    cause: error,
  });
}
