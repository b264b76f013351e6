import { createHmac } from 'node:crypto';
import type { SignInRequest } from '#adapters/oidc/port.ts';
import { redirectUriOf } from '#contract/console-sign-in.ts';
import type { AttemptSecrets } from '#store/console/sign-in-attempts.ts';

/**
 * The request to the provider for an attempt. The nonce and the code verifier are derived from the secret in the
 * browser's cookie, so that the store has neither.
 */
export function requestOf(
  { state, cookie }: AttemptSecrets,
  baseUrl: string,
  workspaceId: string,
): SignInRequest {
  const derived = (purpose: string) => createHmac('sha256', cookie).update(purpose).digest('base64url');
  return {
    redirectUri: redirectUriOf(baseUrl, workspaceId),
    state,
    nonce: derived('nonce'),
    codeVerifier: derived('code verifier'),
  };
}
