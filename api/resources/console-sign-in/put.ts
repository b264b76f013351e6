import { OidcError, type OidcClient } from '#adapters/oidc/port.ts';
import { ConsoleSignIn, NewConsoleSignIn } from '#contract/console-sign-in.ts';
import { invalidField, ServiceError } from '#contract/errors.ts';
import {
  clientSecretOf,
  findSignInSettings,
  signInDocument,
  writeSignInSettings,
} from '#store/console/sign-in-settings.ts';
import type { Keyring } from '#store/credentials/encryption.ts';
import type { ConsoleSignInDocument } from '#store/documents/console-sign-in.ts';
import type { Database } from '#store/mongo/database.ts';
import { refusePassingCredentials } from '../../http/authentication/refuse-passing-credentials.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';
import { orPropose } from '../four-eyes/propose.ts';
import { presentSignIn } from './present.ts';

interface PutServices {
  db: Database;
  keyring: Keyring;
  oidc: OidcClient;
  baseUrl: string;
}

export const putConsoleSignIn = endpoint({
  operation: 'putConsoleSignIn',
  summary: 'Set how people sign in to the console: at an OpenID provider, with roles',
  method: 'put',
  path: '/v1/console/sign-in',
  access: 'management',
  noun: 'sign-in',
  role: 'admin',
  admit: refusePassingCredentials,
  body: NewConsoleSignIn,
  status: 200,
  proposes: true,
  data: ConsoleSignIn,
  async handle({ db, keyring, oidc, baseUrl }: PutServices, call) {
    const { caller, body } = call;
    const { workspace_id } = caller;
    const before = await findSignInSettings(db, workspace_id);
    const client_secret = body.client_secret ?? keptSecret(keyring, before, body);
    const { issuer, client_id: clientId } = body;
    await checkProvider(oidc, { workspaceId: workspace_id, issuer, clientId, clientSecret: client_secret });
    const sign_in = signInDocument(keyring, caller, before, { ...body, client_secret });
    if (sign_in === before) return { data: presentSignIn(baseUrl, sign_in) };
    const { client_secret: _, ...open } = body;
    return await orPropose(
      db,
      call,
      () => ({ operation: 'putConsoleSignIn', target: 'console_sign_in', body: open, sealed: { sign_in } }),
      async () => {
        if (!(await writeSignInSettings(db, caller, before, sign_in))) throw changedMeanwhile();
        return { data: presentSignIn(baseUrl, sign_in) };
      },
    );
  },
});

function changedMeanwhile(): ServiceError {
  return new ServiceError('temporarily_unavailable', 'Somebody else has just changed the sign-in.', {
    retryAfterSeconds: 1,
  });
}

/** The secret of before is sent to nobody else. */
function keptSecret(
  keyring: Keyring,
  before: ConsoleSignInDocument | null,
  { issuer, client_id }: NewConsoleSignIn,
): string {
  if (before?.issuer === issuer && before.client_id === client_id) return clientSecretOf(keyring, before);
  throw invalidField('client_secret', 'is needed for a new issuer or client', 'required');
}

async function checkProvider(oidc: OidcClient, provider: Parameters<OidcClient['check']>[0]): Promise<void> {
  try {
    await oidc.check(provider);
  } catch (error) {
    if (!(error instanceof OidcError)) throw error;
    throw invalidField('issuer', `cannot be used: ${error.message}`, error.code);
  }
}
