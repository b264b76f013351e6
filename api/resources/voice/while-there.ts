import { ServiceError } from '#contract/errors.ts';

/**
 * Does work for a client that may leave meanwhile.
 * @throws {ServiceError} `request_timeout` if the client has left. Nobody receives it, but the work was not done, and the
 *   record of the request says so
 */
export async function whileThere<Result>(gone: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!gone.aborted) throw error;
    throw new ServiceError('request_timeout', 'The client has left.', { cause: error });
  }
}
