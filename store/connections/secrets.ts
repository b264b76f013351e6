import type { ConnectionAuth } from '#contract/connection.ts';
import type { ConnectionDocument, SealedAuth, SealedHeaders } from '../documents/connection.ts';
import type { Encrypted } from '../documents/encrypted.ts';
import type { Keyring, Place } from '../credentials/encryption.ts';

const authPlace = (id: string): Place => ['connections', id, 'auth'];
const headersPlace = (id: string): Place => ['connections', id, 'headers'];

export function sealAuth(keyring: Keyring, id: string, auth: ConnectionAuth): SealedAuth {
  const seal = (secret: string) => keyring.encrypt(authPlace(id), secret);
  switch (auth.type) {
    case 'none':
      return { type: 'none' };
    case 'bearer':
      return { type: 'bearer', token: seal(auth.token) };
    case 'basic':
      return { type: 'basic', username: auth.username, password: seal(auth.password) };
    case 'header':
      return { type: 'header', name: auth.name, value: seal(auth.value) };
  }
}

export function sealHeaders(keyring: Keyring, id: string, headers: Record<string, string>): SealedHeaders {
  return {
    names: Object.keys(headers),
    pairs: keyring.encrypt(headersPlace(id), JSON.stringify(headers)),
  };
}

/** The names of the headers that a connection sets. */
export function headerNames({ auth, headers }: Pick<ConnectionDocument, 'auth' | 'headers'>): string[] {
  switch (auth.type) {
    case 'none':
      return headers.names;
    case 'bearer':
    case 'basic':
      return [...headers.names, 'authorization'];
    case 'header':
      return [...headers.names, auth.name];
  }
}

/**
 * The headers of a connection's calls, including the secret ones, with names in lower case. A header from `auth` takes
 * precedence over one from `headers`.
 * @throws {DecryptionError} if a secret cannot be decrypted
 */
export function connectionHeaders(
  keyring: Keyring,
  { _id, auth, headers }: { _id: string; auth: SealedAuth; headers: SealedHeaders },
): Record<string, string> {
  const pairs = JSON.parse(keyring.decrypt(headersPlace(_id), headers.pairs)) as Record<string, string>;
  return Object.fromEntries([
    ...Object.entries(pairs).map(([name, value]) => [name.toLowerCase(), value]),
    ...authHeader(auth, (secret) => keyring.decrypt(authPlace(_id), secret)),
  ]) as Record<string, string>;
}

function authHeader(auth: SealedAuth, open: (secret: Encrypted) => string): [string, string][] {
  switch (auth.type) {
    case 'none':
      return [];
    case 'bearer':
      return [['authorization', `Bearer ${open(auth.token)}`]];
    case 'basic': {
      const credentials = Buffer.from(`${auth.username}:${open(auth.password)}`).toString('base64');
      return [['authorization', `Basic ${credentials}`]];
    }
    case 'header':
      return [[auth.name.toLowerCase(), open(auth.value)]];
  }
}
