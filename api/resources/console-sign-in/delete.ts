import { RemovedConsoleSignIn } from '#contract/console-sign-in.ts';
import { deleteSignInSettings } from '#store/console/sign-in-settings.ts';
import type { Database } from '#store/mongo/database.ts';
import { refuseLinkSessions } from '../../http/authentication/refuse-link-sessions.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';
import { orPropose } from '../four-eyes/propose.ts';
import { noSignIn } from './get.ts';

export const removeConsoleSignIn = endpoint({
  operation: 'removeConsoleSignIn',
  summary:
    'Remove the sign-in by an identity provider: its sessions end, and sessions of keys and links have full access again',
  method: 'delete',
  path: '/v1/console/sign-in',
  access: 'management',
  noun: 'sign-in',
  role: 'admin',
  admit: refuseLinkSessions,
  status: 200,
  proposes: true,
  data: RemovedConsoleSignIn,
  errors: ['not_found'],
  async handle({ db }: { db: Database }, call) {
    return await orPropose(
      db,
      call,
      () => ({ operation: 'removeConsoleSignIn', target: 'console_sign_in', body: {} }),
      async () => {
        if (!(await deleteSignInSettings(db, call.caller))) throw noSignIn();
        return { data: { removed: true as const } };
      },
    );
  },
});
