import { SignedOut } from '#contract/console.ts';
import { deleteSession } from '#store/console/sessions.ts';
import { sessionOf } from '../authentication/caller.ts';
import { noSessionCookies } from '../authentication/session-cookie.ts';
import { endpoint } from '../routing/endpoint.ts';

export const signOut = endpoint({
  operation: 'signOutOfConsole',
  summary: 'Sign out of the console: the session ends everywhere at once',
  method: 'delete',
  path: '/console/session',
  access: 'console',
  noun: 'session',
  status: 200,
  data: SignedOut,
  async handle({ services, caller }) {
    await deleteSession(services.db, sessionOf(caller)._id);
    return { data: { signed_out: true }, cookies: noSessionCookies(services.console.secureCookies) };
  },
});
