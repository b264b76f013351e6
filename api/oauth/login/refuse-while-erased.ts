import { ServiceError } from '#contract/errors.ts';
import type { Database } from '#store/mongo/database.ts';
import { refuseIfErased, type Subject } from '#store/erasures/erasures.ts';
import { AuthorizationProblem } from '../pages/problem-page.ts';

/**
 * Refuses to connect an app for a subject that is being erased, or that was erased after the request began.
 * @param requestId of the request
 * @throws {AuthorizationProblem}
 */
export async function refuseWhileErased(db: Database, subject: Subject, requestId: string): Promise<void> {
  try {
    await refuseIfErased(db, subject, requestId);
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === 'erasure_running')) throw error;
    throw new AuthorizationProblem(
      409,
      'Your data is being deleted',
      'Until that is done, no app can be connected, and nothing can be decided here. Try again later.',
    );
  }
}
