import { z } from 'zod';
import { Actor } from '#contract/ids.ts';
import { defaultPage, pageQuery } from '#contract/pagination.ts';
import { Passkey } from '#contract/passkey.ts';
import { isSameActor } from '#contract/same-actor.ts';
import type { Database } from '#store/mongo/database.ts';
import { listPasskeys as list, toPasskey } from '#store/passkeys/passkeys.ts';
import { actorOf, viaOf } from '../../http/authentication/caller.ts';
import { endpoint } from '../../http/endpoint/endpoint.ts';
import type { Cursors } from '../../http/pagination/cursors.ts';
import { answerPage } from '../../http/pagination/page.ts';

export const listPasskeys = endpoint({
  operation: 'listPasskeys',
  summary: 'List passkeys that are not revoked: your own or, with an API key, all',
  method: 'get',
  path: '/v1/passkeys',
  access: 'subject-or-workspace',
  noun: 'passkey',
  role: 'viewer',
  query: z.strictObject({
    ...pageQuery(defaultPage),
    actor: Actor.optional().meta({ description: 'Only those of this actor.' }),
  }),
  status: 200,
  data: z.array(Passkey),
  page: defaultPage,
  async handle({ db, cursors }: { db: Database; cursors: Cursors }, { caller, query }) {
    const { limit, cursor, actor: asked } = query;
    const { workspace_id } = caller;
    const own = viaOf(caller) === 'api_key' ? undefined : actorOf(caller);
    const isForeign = own !== undefined && asked !== undefined && !isSameActor(own, asked);
    const actor = own ?? asked;
    return await answerPage(
      {
        cursors,
        bounds: defaultPage,
        query: { limit, cursor },
        scope: ['/v1/passkeys', JSON.stringify({ workspace_id, actor })],
      },
      async (count, after?: string) =>
        isForeign ? { items: [], next: null } : await list(db, { workspace_id, actor }, count, after),
      (items) => items.map(toPasskey),
    );
  },
});
