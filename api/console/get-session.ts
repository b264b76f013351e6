import { ConsoleSession } from '#contract/console.ts';
import { sessionOf } from '../authentication/caller.ts';
import { endpoint } from '../routing/endpoint.ts';
import { presentSession } from './present-session.ts';

export const getConsoleSession = endpoint({
  operation: 'getConsoleSession',
  summary: 'Get who is signed in to the console, and what the deployment offers it',
  method: 'get',
  path: '/console/session',
  access: 'console',
  noun: 'session',
  status: 200,
  data: ConsoleSession,
  async handle({ services, caller }) {
    return { data: await presentSession(services, sessionOf(caller)) };
  },
});
