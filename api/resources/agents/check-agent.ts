import type { AgentDefinition } from '#contract/agent.ts';
import { invalidField, ServiceError } from '#contract/errors.ts';
import type { ModelClass } from '#contract/model-class.ts';
import type { Caller } from '../../http/authentication/caller.ts';
import { knownConnection } from '../../http/authentication/name-connection.ts';
import { checkConnectionHeaders } from './check-connection-headers.ts';
import { checkNeededContext } from './check-needed-context.ts';
import { checkPatches, type PatchServices } from './check-patches.ts';

/** The dependencies of checking an agent. */
export interface AgentServices extends PatchServices {
  hasModel: (modelClass: ModelClass) => boolean;
}

/**
 * Checks what the definition of an agent refers to: its model, its connection and its patches.
 * @throws {ServiceError} `model_unavailable`, `unknown_connection`, `invalid_request`; `temporarily_unavailable` if too many
 *   schemas are being checked
 */
export async function checkAgent(
  { db, schemas, hasModel }: AgentServices,
  caller: Caller,
  { model_class, connection, patches, context, reply_schema }: AgentDefinition,
): Promise<void> {
  if (!hasModel(model_class)) {
    throw new ServiceError('model_unavailable', `No model is configured for the class ${model_class}.`);
  }
  const named = connection === undefined ? undefined : await knownConnection(db, caller, connection);
  const found = await checkPatches({ db, schemas }, caller.workspace_id, patches);
  await checkConnectionHeaders(db, caller.workspace_id, named?.id, patches, found);
  checkNeededContext(context, patches, found);
  if (context !== undefined) {
    const fault = await schemas.checkResultSchema(caller.workspace_id, context.schema);
    if (fault !== undefined) throw invalidField('context.schema', fault.message, fault.code);
  }
  if (reply_schema === undefined) return;
  const fault = await schemas.checkResultSchema(caller.workspace_id, reply_schema);
  if (fault !== undefined) throw invalidField('reply_schema', fault.message, fault.code);
}
