import { FourEyes, NewFourEyes } from '#contract/change.ts';
import { putFourEyes as put } from '#store/four-eyes/settings.ts';
import type { Database } from '#store/mongo/database.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';
import { orPropose } from './propose.ts';

export const putFourEyes = endpoint({
  operation: 'putFourEyes',
  summary: 'Set the changes that need two actors; removing one needs two actors itself',
  method: 'put',
  path: '/v1/settings/four-eyes',
  access: 'management',
  noun: 'setting',
  role: 'admin',
  body: NewFourEyes,
  status: 200,
  proposes: true,
  data: FourEyes,
  async handle({ db }: { db: Database }, call) {
    const { caller, body } = call;
    return await orPropose(
      db,
      call,
      () => ({ operation: 'putFourEyes', target: 'four_eyes', body }),
      async () => ({ data: await put(db, caller, body) }),
    );
  },
});
