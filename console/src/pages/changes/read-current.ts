import { api, dataOf } from '../../api/client.ts';
import type { Change } from '../../api/schema.ts';

/** Reads the current value that a change would replace. Null if there is none. */
export async function readCurrent(
  { operation, target: { id }, based_on }: Change,
  signal: AbortSignal,
): Promise<object | undefined> {
  switch (operation) {
    case 'publishAgent': {
      const query = { key: id, limit: 1 };
      return dataOf(await api.GET('/v1/agents', { params: { query }, signal }))[0];
    }
    case 'archiveAgent':
      return dataOf(await api.GET('/v1/agents/{id}', { params: { path: { id } }, signal }));
    case 'publishPatch':
    case 'importTools':
      return based_on === null
        ? undefined
        : dataOf(await api.GET('/v1/patches/{ref}', { params: { path: { ref: based_on } }, signal }));
    case 'publishApprovalPolicy':
      return based_on === null
        ? undefined
        : dataOf(
            await api.GET('/v1/approval-policies/{ref}', { params: { path: { ref: based_on } }, signal }),
          );
    case 'createConnection':
    case 'createApiKey':
    case 'createSigningKey':
    case 'createWebhookEndpoint':
    case 'enrolPasskey':
    case 'createPayee':
      return undefined;
    case 'deleteApiKey':
      return dataOf(await api.GET('/v1/api-keys/{id}', { params: { path: { id } }, signal }));
    case 'deleteSigningKey':
      return dataOf(await api.GET('/v1/signing-keys/{id}', { params: { path: { id } }, signal }));
    case 'updateWebhookEndpoint':
    case 'deleteWebhookEndpoint':
    case 'rotateWebhookSecret':
      return dataOf(await api.GET('/v1/webhook-endpoints/{id}', { params: { path: { id } }, signal }));
    case 'updateMcpSettings':
      return dataOf(await api.GET('/v1/mcp/settings', { signal }));
    case 'putConsoleSignIn':
    case 'removeConsoleSignIn':
      return dataOf(await api.GET('/v1/console/sign-in', { signal }));
    case 'updateConnection':
    case 'deleteConnection':
      return dataOf(await api.GET('/v1/connections/{id}', { params: { path: { id } }, signal }));
    case 'putApproverGroup':
    case 'deleteApproverGroup':
      return dataOf(await api.GET('/v1/approver-groups/{key}', { params: { path: { key: id } }, signal }));
    case 'updatePayee':
    case 'deletePayee':
      return dataOf(await api.GET('/v1/payees/{id}', { params: { path: { id } }, signal }));
    case 'liftFreeze': {
      const freezes = dataOf(await api.GET('/v1/freeze', { signal }));
      return freezes.find((each) => (each.id === undefined ? each.scope : `${each.scope}:${each.id}`) === id);
    }
    case 'putFourEyes':
      return dataOf(await api.GET('/v1/settings/four-eyes', { signal }));
    case 'putPasskeySettings':
      return dataOf(await api.GET('/v1/settings/passkeys', { signal }));
  }
}
