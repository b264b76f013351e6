import { queryOptions, useQuery } from '@tanstack/react-query';
import { asApiError, toApiError } from '../api/api-error.ts';

/** Who is signed in, and what this deployment offers. */
export interface Session {
  name: string;
  workspace: { id: string; name: string };
  /** Whether voice can be transcribed and spoken. */
  voice: boolean;
  /** Where Temporal's web UI is, if the deployment says so. */
  temporal_ui?: string | undefined;
}

async function request(method: 'GET' | 'POST' | 'DELETE', body?: unknown): Promise<unknown> {
  const response = await fetch('/console/session', {
    method,
    headers: {
      'Console-Request': 'console',
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch((error: unknown) => {
    throw asApiError(error);
  });
  if (!response.ok) throw await toApiError(response);
  return ((await response.json()) as { data: unknown }).data;
}

/** The session, or null for whoever is not signed in. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async (): Promise<Session | null> => {
    try {
      return (await request('GET')) as Session;
    } catch (error) {
      if (asApiError(error).status === 401) return null;
      throw error;
    }
  },
});

/** What signs somebody in: a workspace API key, or the code of a one-time link. */
export type Credentials = { name: string } & ({ api_key: string } | { code: string });

/** Signs in. The key goes into an http-only cookie; no script sees it again. */
export async function signIn(credentials: Credentials): Promise<Session> {
  return (await request('POST', credentials)) as Session;
}

/** Ends the session. */
export async function signOut(): Promise<void> {
  await request('DELETE');
}

/** The session of a page behind the sign-in, which has one. */
export function useSession(): Session {
  const { data } = useQuery(sessionQuery);
  if (data === undefined || data === null) throw new Error('useSession needs a session');
  return data;
}
