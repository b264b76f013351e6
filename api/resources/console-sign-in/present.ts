import { type ConsoleSignIn, redirectUriOf, workspaceSignInUrl } from '#contract/console-sign-in.ts';
import { defined } from '#contract/defined.ts';
import { toTimestamp } from '#contract/timestamp.ts';
import type { ConsoleSignInDocument } from '#store/documents/console-sign-in.ts';

/** The settings as the API shows them: without the secret. */
export function presentSignIn(baseUrl: string, settings: ConsoleSignInDocument): ConsoleSignIn {
  const { _id, issuer, client_id, ref_claim, roles_claim, roles, keys_may_sign_in, updated_at } = settings;
  return {
    issuer,
    client_id,
    ref_claim,
    ...defined({ roles_claim }),
    roles: Object.fromEntries(roles.map(({ value, role }) => [value, role])),
    keys_may_sign_in,
    redirect_uri: redirectUriOf(baseUrl, _id),
    sign_in_url: workspaceSignInUrl(baseUrl, _id),
    updated_at: toTimestamp(updated_at),
  };
}
