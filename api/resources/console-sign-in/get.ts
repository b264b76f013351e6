import { ConsoleSignIn } from '#contract/console-sign-in.ts';
import { ServiceError } from '#contract/errors.ts';
import { findSignInSettings } from '#store/console/sign-in-settings.ts';
import type { Database } from '#store/mongo/database.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';
import { presentSignIn } from './present.ts';

export const getConsoleSignIn = endpoint({
  operation: 'getConsoleSignIn',
  summary: 'Get how people sign in to the console',
  method: 'get',
  path: '/v1/console/sign-in',
  access: 'management',
  noun: 'sign-in',
  role: ['auditor', 'admin'],
  status: 200,
  data: ConsoleSignIn,
  errors: ['not_found'],
  async handle({ db, baseUrl }: { db: Database; baseUrl: string }, { caller }) {
    const settings = await findSignInSettings(db, caller.workspace_id);
    if (settings === null) throw noSignIn();
    return { data: presentSignIn(baseUrl, settings) };
  },
});

/** The workspace has no sign-in by an identity provider. */
export function noSignIn(): ServiceError {
  return new ServiceError('not_found', 'The workspace has no sign-in by an identity provider.');
}
