import { z } from 'zod';
import { Change } from '#contract/change.ts';

import { notFound, ServiceError } from '#contract/errors.ts';
import { Uuid } from '#contract/ids.ts';
import { mayDecide } from '#engine/rules/two-actors.ts';
import {
  approveChange as approve,
  changeActorOf,
  findChange,
  staleChange,
  toChange,
} from '#store/changes/changes.ts';
import type { AcceptingEngine } from '#engine/steps/engine.ts';
import type { ProposedChangeDocument } from '#store/documents/proposed-change.ts';
import type { Database } from '#store/mongo/database.ts';
import { afterEndpointChange } from '#store/webhooks/endpoints.ts';
import { fromJsonText } from '#contract/json-text.ts';
import { makeChange } from '#store/changes/make-change.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';
import { resumeSoon } from '../freezes/resume-soon.ts';
import { checkChange, type ChangeServices } from './check-change.ts';

export const approveChange = endpoint({
  operation: 'approveChange',
  summary: 'Approve a change that another actor proposed, which applies it',
  method: 'post',
  path: '/v1/changes/{id}/approve',
  access: 'management',
  noun: 'change',
  role: 'approver',
  params: z.object({ id: Uuid }),
  status: 200,
  data: Change,
  errors: ['change_decided', 'stale_change', 'forbidden_approver'],
  async handle(services: ChangeServices & { engine: AcceptingEngine }, { caller, params: { id } }) {
    const { db } = services;
    const change = await findChange(db, caller.workspace_id, id);
    if (change === null) throw notFound('change');
    if (mayDecide(change, 'approved', changeActorOf(caller)))
      await still(async () => checkChange(services, caller, change));
    const made = await still(async () =>
      approve(db, caller, id, async (session, found, acting) => makeChange(db, session, acting, found)),
    );
    await afterChange(services, made);
    return { data: toChange(made) };
  },
});

/** The follow-up of a stored change. */
async function afterChange(
  { db, engine }: { db: Database; engine: AcceptingEngine },
  { workspace_id, operation, target, body }: ProposedChangeDocument,
): Promise<void> {
  if (operation === 'liftFreeze') await resumeSoon(engine, workspace_id);
  if (target.kind !== 'webhook_endpoint') return;
  const { enabled } = fromJsonText<{ enabled?: boolean }>(body);
  const isOff = operation === 'deleteWebhookEndpoint' || enabled === false;
  await afterEndpointChange(db, workspace_id, target.id, isOff);
}

/** Errors of the approval itself. */
const ownRefusals = ['not_found', 'change_decided', 'forbidden_approver', 'stale_change'];

/**
 * Does what was possible when the change was proposed.
 * @throws {ServiceError} `stale_change`, which says why, instead of what a proposal is refused for
 */
async function still<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status >= 500 || ownRefusals.includes(error.code))
      throw error;
    const { code, message, details } = error;
    throw staleChange({ code, message, details });
  }
}
