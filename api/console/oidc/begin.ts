import { OidcError, type OidcClient } from '#adapters/oidc/port.ts';
import { BegunSignIn, NewSignIn } from '#contract/console-sign-in.ts';
import { defined } from '#contract/defined.ts';
import { ServiceError } from '#contract/errors.ts';
import { insertAttempt } from '#store/console/sign-in-attempts.ts';
import { clientSecretOf, findSignInSettings } from '#store/console/sign-in-settings.ts';
import { newSecret } from '#store/console/sessions.ts';
import type { Keyring } from '#store/credentials/encryption.ts';
import type { ConsoleSignInDocument } from '#store/documents/console-sign-in.ts';
import type { Database } from '#store/mongo/database.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';
import type { AddressAllowances } from '../../http/limits/address-allowances.ts';
import { attemptCookie } from './attempt-cookie.ts';
import { requestOf } from './attempt-secrets.ts';

/** The dependencies of sending a person to their provider. */
export interface BeginServices {
  db: Database;
  keyring: Keyring;
  oidc: OidcClient;
  baseUrl: string;
  allowances: { documents: AddressAllowances };
  console: { secureCookies: boolean };
}

export const beginSignIn = endpoint({
  operation: 'beginConsoleSignIn',
  summary: 'Begin to sign in to the console at the identity provider of a workspace',
  method: 'post',
  path: '/console/session/begin',
  access: 'console-page',
  noun: 'sign-in',
  role: 'viewer',
  body: NewSignIn,
  status: 200,
  data: BegunSignIn,
  errors: ['not_found', 'identity_provider_error'],
  async handle({ db, keyring, oidc, baseUrl, allowances, console }: BeginServices, { body, address, log }) {
    await spendFetch(allowances.documents, address);
    const { workspace_id, back } = body;
    const settings = await findSignInSettings(db, workspace_id);
    if (settings === null) {
      throw new ServiceError('not_found', 'That workspace has no sign-in by an identity provider.');
    }
    const secrets = { state: newSecret(), cookie: newSecret() };
    const request = requestOf(secrets, baseUrl, workspace_id);
    try {
      const url = await oidc.authorizationUrl(providerOf(keyring, settings), request);
      const { sign_in_id } = settings;
      await insertAttempt(db, { workspace_id, sign_in_id, ...defined({ back }) }, secrets, new Date());
      return {
        data: { url },
        cookies: [attemptCookie(secrets.state, secrets.cookie, console.secureCookies)],
      };
    } catch (error) {
      if (!(error instanceof OidcError)) throw error;
      log.warn(
        { err: error, code: error.code, workspace_id },
        'an identity provider did not answer properly',
      );
      throw new ServiceError('identity_provider_error', error.message, { cause: error });
    }
  },
});

/** The provider of a workspace, with the secret of the console there. */
export function providerOf(keyring: Keyring, settings: ConsoleSignInDocument) {
  const { _id, issuer, client_id } = settings;
  return { workspaceId: _id, issuer, clientId: client_id, clientSecret: clientSecretOf(keyring, settings) };
}

/** Each attempt asks a host for its metadata, for a stranger. */
async function spendFetch(documents: AddressAllowances, address: string): Promise<void> {
  const { admitted, resetsInMs } = await documents.admit(address);
  if (admitted) return;
  throw new ServiceError('rate_limited', 'Too many sign-ins were begun; try again later.', {
    retryAfterSeconds: Math.max(Math.ceil(resetsInMs / 1000), 1),
  });
}
