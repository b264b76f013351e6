import type { Log } from '#engine/ports/log.ts';
import type { KeyRequest, NewResource } from '#store/requests/idempotency-keys.ts';
import type { StoredResponse } from '#store/documents/idempotency-key.ts';
import { toServiceError } from '../middleware/answer-errors.ts';
import { type KeyServices, runUnderKey } from './run-under-key.ts';

/** The result of work, as JSON, and the resources that it concerned. */
export interface Done<Result> {
  result: Result;
  about: NonNullable<StoredResponse['about']>;
}

/**
 * Does work at most once under a key, whose response is not kept: what is stored is the result, from which each repetition
 * makes a response of its own.
 * @returns the result, and whether it is that of an earlier request
 * @throws {ServiceError} of the work, `idempotency_key_reuse`, `idempotency_in_flight`
 */
export async function once<Result>(
  services: KeyServices,
  request: KeyRequest,
  log: Log,
  work: (resource: NewResource) => Promise<Done<Result>>,
): Promise<{ result: Result; replayed: boolean }> {
  let done: Done<Result> | undefined;
  let failure: { error: unknown } | undefined;
  const earlier = await runUnderKey(services, request, log, async (resource) => {
    try {
      done = await work(resource);
      const { result, about } = done;
      const body = Buffer.from(JSON.stringify(result));
      return {
        status: 200,
        response: async () => await Promise.resolve({ status: 200, headers: {}, body, about }),
      };
    } catch (error) {
      failure = { error };
      const { status, code } = toServiceError(error);
      return { status, code, response: async () => await Promise.reject(error) };
    }
  });
  if (failure !== undefined) throw failure.error;
  if (earlier !== undefined) {
    return { result: JSON.parse((earlier.body as Buffer).toString()) as Result, replayed: true };
  }
  if (done === undefined) throw new Error('work under a key has neither a result nor an error');
  return { result: done.result, replayed: false };
}
