import type { Suspensions } from '../../http/authentication/suspensions.ts';
import { AuthorizationProblem } from '../pages/problem-page.ts';

/**
 * Refuses to connect an app, and to take decisions, for a workspace that the operator has suspended.
 * @throws {AuthorizationProblem}
 */
export async function refuseWhileSuspended(suspensions: Suspensions, workspaceId: string): Promise<void> {
  if (!(await suspensions.includes(workspaceId))) return;
  throw new AuthorizationProblem(
    403,
    'This service is suspended',
    'Until it is resumed, no app can be connected, and nothing can be decided here. Try again later.',
  );
}
