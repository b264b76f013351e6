import { FreezeTarget, LiftedFreeze } from '#contract/freeze.ts';
import { notFound } from '#contract/errors.ts';
import { targetOf } from '#engine/rules/freezes/targets.ts';
import type { AcceptingEngine } from '#engine/steps/engine.ts';
import { liftFreeze as lift, toLiftedFreeze } from '#store/freezes/freezes.ts';
import type { Database } from '#store/mongo/database.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';
import { orPropose } from '../four-eyes/propose.ts';
import { resumeSoon } from './resume-soon.ts';

export const liftFreeze = endpoint({
  operation: 'liftFreeze',
  summary: 'Lift a freeze: the approved calls that it held back are sent',
  method: 'delete',
  path: '/v1/freeze',
  access: 'management',
  noun: 'freeze',
  role: 'admin',
  query: FreezeTarget,
  status: 200,
  proposes: true,
  data: LiftedFreeze,
  errors: ['not_found'],
  async handle({ db, engine }: { db: Database; engine: AcceptingEngine }, call) {
    const { caller, query } = call;
    const { scope, id } = query;
    return await orPropose(
      db,
      call,
      () => ({ operation: 'liftFreeze', target: targetOf(scope, id), body: query }),
      async () => {
        const lifted = await lift(db, caller, query);
        if (lifted === null) throw notFound('freeze');
        await resumeSoon(engine, caller.workspace_id);
        return { data: toLiftedFreeze(lifted) };
      },
    );
  },
});
