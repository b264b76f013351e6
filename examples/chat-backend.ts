import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SignJWT } from 'jose';

/** The backend's settings of Heddle. The page gets none of them. */
export interface Backend {
  baseUrl: string;
  apiKey: string;
  agentId: string;
  signingKey: { kid: string; algorithm: string; secret: string };
}

/** For how long a session token is valid. */
const lifetime = '10m';

/** One conversation for each user and agent. A real backend keeps it with the user. */
const threads = new Map<string, Promise<string>>();

/** Signs a session token, with which a page acts for one user alone. @param user who is signed in at the backend, by its own means */
export async function tokenFor({ signingKey }: Backend, user: string): Promise<string> {
  const { kid, algorithm, secret } = signingKey;
  return await new SignJWT()
    .setProtectedHeader({ alg: algorithm, kid })
    .setSubject(user)
    .setAudience('loom')
    .setIssuedAt()
    .setExpirationTime(lifetime)
    .sign(new TextEncoder().encode(secret));
}

/** The thread of a user's conversation, which is opened with the API key. */
export async function threadOf(backend: Backend, user: string): Promise<string> {
  const key = JSON.stringify([backend.agentId, user]);
  const known = threads.get(key) ?? openThread(backend, user);
  threads.set(key, known);
  known.catch(() => threads.delete(key));
  return await known;
}

async function openThread({ baseUrl, apiKey, agentId }: Backend, user: string): Promise<string> {
  const response = await fetch(`${baseUrl}/v1/loom/threads`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${apiKey}`,
      'service-subject': user,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ agent_id: agentId }),
  });
  if (!response.ok) throw new Error(`Heddle answered with status ${response.status}.`);
  return ((await response.json()) as { data: { id: string } }).data.id;
}

/**
 * The backend of the demo agent of a running development stack.
 * @param directory of the stack
 * @throws if there is none
 */
export function demoBackend(directory: string): Backend {
  const file = join(directory, 'stack.json');
  if (!existsSync(file)) throw new Error(`Start ./temporal-dev.sh first: there is no ${file}.`);
  const stack = JSON.parse(readFileSync(file, 'utf8')) as {
    base_url: string;
    api_key: string;
    agent_id: string;
    signing_key: Backend['signingKey'];
  };
  const { base_url: baseUrl, api_key: apiKey, agent_id: agentId, signing_key: signingKey } = stack;
  return { baseUrl, apiKey, agentId, signingKey };
}
