import type { NewDecision } from '#contract/decisions.ts';
import type { GroupMembership } from '#engine/documents/applied-gate.ts';
import type { RunDocument } from '#engine/documents/run.ts';
import { groupsOfActor } from '#store/approver-groups/membership.ts';
import type { Database } from '#store/mongo/database.ts';
import { actingClientOf, actorOf, type Caller, viaOf } from '../../http/authentication/caller.ts';
import { acceptInputFor, type InputServices } from './input-of-caller.ts';

/** The dependencies of accepting a decision. */
export interface DecisionServices extends InputServices {
  db: Database;
}

/**
 * Accepts a decision on a held call of a run that the caller may see.
 * @param asked the request: its id is the same for every repetition of it, which then changes nothing. If it says since when
 *   the call was held that its person was shown, it is not one on a call that was held again since
 * @returns the run after the decision
 * @throws {ServiceError} `not_found`, `unknown_confirmation`, `not_awaiting_confirmation`, `stale_confirmation`,
 *   `forbidden_approver`, `limit_reached`
 */
export async function decideCall(
  services: DecisionServices,
  caller: Caller,
  runId: string,
  body: NewDecision,
  { requestId, heldSince }: { requestId: string; heldSince?: string },
): Promise<RunDocument> {
  const actor = actorOf(caller);
  return await acceptInputFor(services, caller, runId, async (run) => ({
    type: 'decision',
    ...body,
    actor,
    via: viaOf(caller),
    memberships: await membershipsOf(services.db, run, actor),
    client: actingClientOf(caller),
    credential: caller.credential,
    request_id: requestId,
    held_since: heldSince,
  }));
}

/** The approver groups of an actor, if the stages of what is held have any. */
export async function membershipsOf(
  db: Database,
  { workspace_id, pause }: RunDocument,
  actor: string,
): Promise<GroupMembership[] | undefined> {
  return pause?.has_groups === true ? await groupsOf(db, workspace_id, actor) : undefined;
}

/** The approver groups of an actor. */
export async function groupsOf(db: Database, workspaceId: string, actor: string): Promise<GroupMembership[]> {
  return (await groupsOfActor(db, workspaceId, actor)).map((group) => ({ group, actor }));
}
