import { FourEyes } from '#contract/change.ts';
import { readFourEyes } from '#store/four-eyes/settings.ts';
import type { Database } from '#store/mongo/database.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';

export const getFourEyes = endpoint({
  operation: 'getFourEyes',
  summary: 'Get the changes that need two actors',
  method: 'get',
  path: '/v1/settings/four-eyes',
  access: 'management',
  noun: 'setting',
  role: 'viewer',
  status: 200,
  data: FourEyes,
  async handle({ db }: { db: Database }, { caller }) {
    return { data: await readFourEyes(db, caller.workspace_id) };
  },
});
