import type { ConnectionChange } from '#contract/connection.ts';
import { defined } from '#contract/defined.ts';
import { shownAuth } from '#store/connections/connections.ts';
import { sealAuth, sealHeaders } from '#store/connections/secrets.ts';
import type { Keyring } from '#store/credentials/encryption.ts';
import type { AskedChange } from '../four-eyes/propose.ts';

/** The new state of a connection without its secrets, and these encrypted. */
export function requestedConnection(
  keyring: Keyring,
  id: string,
  { auth, headers, ...open }: ConnectionChange & { type?: string | undefined },
): Pick<AskedChange, 'body' | 'sealed'> {
  const sealed = {
    ...(auth === undefined ? {} : { auth: sealAuth(keyring, id, auth) }),
    ...(headers === undefined ? {} : { headers: sealHeaders(keyring, id, headers) }),
  };
  const shown = {
    ...defined(open),
    ...(sealed.auth === undefined ? {} : { auth: shownAuth(sealed.auth) }),
    ...(sealed.headers === undefined ? {} : { header_names: sealed.headers.names }),
  };
  return { body: shown, ...(auth === undefined && headers === undefined ? {} : { sealed }) };
}
