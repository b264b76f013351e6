import { ServiceError } from '#contract/errors.ts';
import type { ThreadDocument } from '../documents/thread.ts';

/** Nothing new is accepted for a subject while it is being erased. */
export function erasureRunning(erasure_id: string): ServiceError {
  return new ServiceError('erasure_running', 'The subject is being erased.', { details: { erasure_id } });
}

/**
 * Refuses a message on a thread whose subject is being erased.
 * @throws {ServiceError} `erasure_running`
 */
export function refuseWhileErased({ erasure_id }: ThreadDocument): void {
  if (erasure_id !== undefined) throw erasureRunning(erasure_id);
}
