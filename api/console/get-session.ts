import { ConsoleSession } from '#contract/console.ts';
import { sessionOf } from '../http/authentication/caller.ts';
import { endpoint } from '../http/endpoint/endpoint.ts';
import { presentSession, type SessionServices } from './present-session.ts';

export const getConsoleSession = endpoint({
  operation: 'getConsoleSession',
  summary: 'Get the person who is signed in to the console, and the features of the deployment',
  method: 'get',
  path: '/console/session',
  access: 'console',
  noun: 'session',
  role: 'viewer',
  status: 200,
  data: ConsoleSession,
  async handle(services: SessionServices, { caller }) {
    return { data: await presentSession(services, sessionOf(caller)) };
  },
});
