import { SignJWT } from 'jose';

/** What a backend knows of Heddle. The page learns none of it. */
export interface Backend {
  baseUrl: string;
  apiKey: string;
  agentId: string;
  signingKey: { kid: string; algorithm: string; secret: string };
}

/** For how long a session token is valid. */
const lifetime = '10m';

/** One conversation for each user. A real backend keeps it with the user. */
const threads = new Map<string, Promise<string>>();

/**
 * What the page of a user needs: a session token, with which it acts for this user alone, and the thread of the conversation.
 * @param user who is signed in at the backend, by its own means
 */
export async function sessionOf(
  backend: Backend,
  user: string,
): Promise<{ token: string; thread_id: string }> {
  const { kid, algorithm, secret } = backend.signingKey;
  const token = await new SignJWT()
    .setProtectedHeader({ alg: algorithm, kid })
    .setSubject(user)
    .setAudience('loom')
    .setIssuedAt()
    .setExpirationTime(lifetime)
    .sign(new TextEncoder().encode(secret));
  const known = threads.get(user) ?? openThread(backend, user);
  threads.set(user, known);
  known.catch(() => threads.delete(user));
  return { token, thread_id: await known };
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
