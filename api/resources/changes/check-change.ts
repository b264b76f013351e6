import type { AgentDefinition } from '#contract/agent.ts';
import type { ApprovalPolicyDefinition } from '#contract/approval-policy.ts';
import type { Connection } from '#contract/connection.ts';
import { invalidFields, ServiceError } from '#contract/errors.ts';
import { fromJsonText } from '#contract/json-text.ts';
import type { PublishedDefinition } from '#contract/patch.ts';
import { findConnection } from '#store/connections/connections.ts';
import type { ProposedChangeDocument } from '#store/documents/proposed-change.ts';
import type { Caller } from '../../http/authentication/caller.ts';
import { type AgentServices, checkAgent } from '../agents/check-agent.ts';
import { checkConditions } from '../approval-policies/check-conditions.ts';
import { checkHeaders } from '../connections/check-headers.ts';

/** The dependencies of approving a change. */
export type ChangeServices = AgentServices;

/**
 * Checks again what was checked when a change was proposed, and the transaction that makes it does not check.
 * @throws {ServiceError} what a request for the change is refused for
 */
export async function checkChange(
  services: ChangeServices,
  caller: Caller,
  { operation, target, body }: ProposedChangeDocument,
): Promise<void> {
  const { db, schemas } = services;
  const { workspace_id } = caller;
  const proposed: unknown = fromJsonText(body);
  switch (operation) {
    case 'publishAgent':
      return await checkAgent(services, caller, proposed as AgentDefinition);
    case 'publishApprovalPolicy':
      return await checkConditions(schemas, workspace_id, (proposed as ApprovalPolicyDefinition).rules);
    case 'publishPatch':
    case 'importTools': {
      const definition = proposed as PublishedDefinition;
      const faults = await schemas.checkDefinition(workspace_id, definition);
      if (faults.length > 0) throw invalidFields(faults);
      const { mcp } = definition;
      if (mcp === undefined || (await findConnection(db, workspace_id, mcp.connection_id)) !== null) return;
      throw new ServiceError('unknown_connection', 'The connection of the tool is gone.');
    }
    case 'updateConnection': {
      const { header_names, auth } = proposed as Partial<Pick<Connection, 'header_names' | 'auth'>>;
      const connection = await findConnection(db, workspace_id, target.id);
      if (connection === null) return;
      const { _id, name } = connection;
      return await checkHeaders(
        db,
        workspace_id,
        { id: _id, name },
        { names: header_names, auth: auth?.name },
      );
    }
    default:
  }
}
