import { queryOptions, useQuery } from '@tanstack/react-query';
import { asApiError } from '../api/api-error.ts';
import { dataOf, sessionClient } from '../api/client.ts';
import type { ConsoleSession, NewConsoleSession } from '../api/schema.ts';

/** The signed-in person, and the features of the deployment. */
export type Session = ConsoleSession;

/** Reads who is signed in: null for nobody. */
export async function readSession(): Promise<Session | null> {
  try {
    return dataOf(await sessionClient().GET('/console/session'));
  } catch (error) {
    if (asApiError(error).status === 401) return null;
    throw error;
  }
}

/** The session, or null without one. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: readSession,
});

/** Signs in, with an API key or the code of a one-time link. The session is in a cookie that no script can read. */
export async function signIn(credentials: NewConsoleSession): Promise<Session> {
  return dataOf(await sessionClient().POST('/console/session', { body: credentials }));
}

/** Ends the session, everywhere. */
export async function signOut(): Promise<void> {
  await sessionClient().DELETE('/console/session');
}

/** The session of a page behind the sign-in, which has one. */
export function useSession(): Session {
  const { data } = useQuery(sessionQuery);
  if (data === undefined || data === null) throw new Error('useSession needs a session');
  return data;
}
