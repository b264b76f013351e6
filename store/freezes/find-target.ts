import type { ClientSession } from 'mongodb';
import { notFound } from '#contract/errors.ts';
import type { FreezeTarget } from '#contract/freeze.ts';
import { targetOf } from '#engine/rules/freezes/targets.ts';
import type { Database } from '../mongo/database.ts';

/**
 * The target of a freeze. A payee is found by the blind name that all references to its account share, because a call knows no other.
 * @throws {ServiceError} `not_found` if the workspace has no such agent, connection or payee
 */
export async function findTarget(
  db: Database,
  session: ClientSession,
  workspace_id: string,
  { scope, id = '' }: FreezeTarget,
): Promise<string> {
  switch (scope) {
    case 'workspace':
      return targetOf(scope, undefined);
    case 'agent':
      if ((await db.agents.findOne({ workspace_id, key: id }, { session })) === null) throw notFound('agent');
      return targetOf(scope, id);
    case 'connection':
      if ((await db.connections.findOne({ _id: id, workspace_id }, { session })) === null)
        throw notFound('connection');
      return targetOf(scope, id);
    case 'payee': {
      const payee = await db.payees.findOne({ _id: id, workspace_id }, { session });
      if (payee === null) throw notFound('payee');
      return targetOf(scope, payee.named);
    }
  }
}
