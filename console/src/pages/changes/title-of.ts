import type { Change } from '../../api/schema.ts';

const verbs: Record<Change['operation'], string> = {
  publishAgent: 'Publish the agent',
  archiveAgent: 'Archive the agent',
  publishPatch: 'Publish the patch',
  importTools: 'Import the tool',
  createConnection: 'Add the connection',
  updateConnection: 'Change the connection',
  deleteConnection: 'Delete the connection',
  publishApprovalPolicy: 'Publish the approval policy',
  putApproverGroup: 'Create or replace the approver group',
  deleteApproverGroup: 'Delete the approver group',
  createApiKey: 'Create the API key',
  deleteApiKey: 'Delete the API key',
  createSigningKey: 'Register the signing key',
  deleteSigningKey: 'Delete the signing key',
  putConsoleSignIn: 'Change how people sign in to the console',
  removeConsoleSignIn: 'Remove the sign-in by an identity provider',
  updateMcpSettings: 'Change how users of MCP clients sign in',
  createWebhookEndpoint: 'Add the webhook endpoint',
  updateWebhookEndpoint: 'Change the webhook endpoint',
  deleteWebhookEndpoint: 'Delete the webhook endpoint',
  rotateWebhookSecret: 'Replace the secret of the webhook endpoint',
  enrolPasskey: 'Enrol the passkey',
  putPasskeySettings: 'Change where passkeys are used',
  createPayee: 'Add the payee',
  updatePayee: 'Change the payee',
  deletePayee: 'Delete the payee',
  liftFreeze: 'Lift the freeze of',
  putFourEyes: 'Set the changes that need two people',
};

/** A change in words. */
export function titleOf({ operation, target, body }: Change): string {
  const verb = verbs[operation];
  if (target.kind === 'settings') return verb;
  const { name, actor } = body;
  if (operation === 'enrolPasskey') return `${verb} ${String(name)} of ${String(actor)}`;
  return `${verb} ${operation === 'createConnection' && typeof name === 'string' ? name : target.id}`;
}
