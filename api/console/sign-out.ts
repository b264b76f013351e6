import { SignedOut } from '#contract/console.ts';
import { deleteSession } from '#store/console/sessions.ts';
import type { Database } from '#store/mongo/database.ts';
import { sessionOf } from '../http/authentication/caller.ts';
import { noSessionCookies } from '../http/authentication/session-cookie.ts';
import { endpoint } from '../http/endpoint/endpoint.ts';

export const signOut = endpoint({
  operation: 'signOutOfConsole',
  summary: 'Sign out of the console: the session ends everywhere at once',
  method: 'delete',
  path: '/console/session',
  access: 'console',
  noun: 'session',
  role: 'viewer',
  status: 200,
  data: SignedOut,
  async handle({ db, console }: { db: Database; console: { secureCookies: boolean } }, { caller }) {
    await deleteSession(db, sessionOf(caller)._id);
    return { data: { signed_out: true }, cookies: noSessionCookies(console.secureCookies) };
  },
});
