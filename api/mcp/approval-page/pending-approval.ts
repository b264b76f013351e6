import { z } from 'zod';
import { AgentId, Uuid } from '#contract/ids.ts';
import { ServiceError } from '#contract/errors.ts';
import type { Pending } from '#contract/mcp-tools.ts';
import type { RunDocument } from '#engine/documents/run.ts';
import { findAgentOfId } from '#store/agents/agents.ts';
import { findSigningKeyByKid } from '#store/credentials/signing-keys.ts';
import type { AgentDocument } from '#store/documents/agent.ts';
import { findActiveGrant } from '#store/grants/grants.ts';
import { findInteraction, interactionPayload } from '#store/oauth/interactions.ts';
import type { Caller } from '../../http/authentication/caller.ts';
import type { DecisionServices } from '../../resources/runs/decide-call.ts';
import { visibleRun } from '../../resources/runs/visible-run.ts';
import { pendingOfRun } from '../view-run.ts';
import { AuthorizationProblem } from '../../oauth/pages/problem-page.ts';
import type { LoginParts } from '../../oauth/login/login-parts.ts';
import { refuseWhileSuspended } from '../../oauth/login/refuse-while-suspended.ts';
import type { OAuthContext } from '../../oauth/state.ts';
import { approvalCookies } from './approval-cookie.ts';
import { nothingHere } from './begin.ts';

/** An approval in progress in the browser of a request, whose user has signed in. */
export interface PendingApproval {
  uid: string;
  agent: AgentDocument;
  clientName: string;
  /** The user, who acts directly: the client is not between. */
  caller: Caller & { subject_ref: string };
  run: RunDocument;
  toolCallId: string;
  /** The held call; undefined if it is not held any more. */
  held: Pending | undefined;
}

const Stored = z.object({ agent_id: AgentId, run_id: Uuid, tool_call_id: Uuid });

/**
 * The approval in progress that a request is about. Its id is in the path and in a cookie, so that only the browser that began it
 * gets anywhere; the key that vouched for its user must still exist; and the run must be one of the user who signed in, of a grant that still exists and has the scope `write`.
 * @throws {AuthorizationProblem}
 */
export async function pendingApproval(
  ctx: OAuthContext,
  uid: string,
  { services: { db, keyring, suspensions } }: LoginParts,
  inputs: DecisionServices,
): Promise<PendingApproval> {
  if (approvalCookies.read(ctx, uid) === undefined) throw isOver();
  const interaction = await findInteraction(db, uid);
  const { workspace_id, subject_ref, actor, signing_key_id } = interaction ?? {};
  if (interaction === null || workspace_id === undefined || subject_ref === undefined) throw isOver();
  // A key that was revoked meanwhile vouches for nobody any more.
  if (signing_key_id === undefined || (await findSigningKeyByKid(db, signing_key_id)) === null)
    throw isOver();
  ctx.state.workspaceId = workspace_id;
  await refuseWhileSuspended(suspensions, workspace_id);
  const { agent_id, run_id, tool_call_id } = Stored.parse(interactionPayload(keyring, interaction));
  const caller: PendingApproval['caller'] = {
    workspace_id,
    subject_ref,
    actor: actor ?? subject_ref,
    mode: 'direct',
    origin: 'mcp',
    agent_id,
    credential: { kind: 'session_token', id: signing_key_id },
  };
  const run = await runOf(async () => await visibleRun(inputs.endedRuns, caller, run_id));
  const [agent, grant] = await Promise.all([
    findAgentOfId(db, agent_id),
    run.grant_id === undefined ? null : findActiveGrant(db, run.grant_id),
  ]);
  if (agent === null || grant?.subject_ref !== subject_ref || !grant.scopes.includes('write')) {
    throw nothingHere();
  }
  const pending = await pendingOfRun({ db, engine: inputs.engine }, run);
  const held = pending.find((each) => each.kind === 'confirmation' && each.tool_call_id === tool_call_id);
  return { uid, agent, clientName: grant.client.name, caller, run, toolCallId: tool_call_id, held };
}

async function runOf(find: () => Promise<RunDocument>): Promise<RunDocument> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'not_found') throw nothingHere();
    throw error;
  }
}

function isOver(): AuthorizationProblem {
  return new AuthorizationProblem(
    400,
    'This page is not valid any more',
    'It was opened in another browser, or your sign-in is over. Open the address in your app again.',
  );
}
