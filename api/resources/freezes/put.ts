import { NewFreeze, PutFreeze } from '#contract/freeze.ts';
import { putFreeze as put, toFreeze } from '#store/freezes/freezes.ts';
import { countInFlight } from '#store/freezes/in-flight.ts';
import type { Database } from '#store/mongo/database.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';

export const putFreeze = endpoint({
  operation: 'putFreeze',
  summary: 'Freeze calls: none that is covered is sent any more',
  method: 'put',
  path: '/v1/freeze',
  access: 'management',
  noun: 'freeze',
  role: 'approver',
  body: NewFreeze,
  status: 200,
  data: PutFreeze,
  errors: ['not_found'],
  async handle({ db }: { db: Database }, { caller, body }) {
    const freeze = await put(db, caller, body);
    return { data: { ...toFreeze(freeze), in_flight: await countInFlight(db, freeze) } };
  },
});
