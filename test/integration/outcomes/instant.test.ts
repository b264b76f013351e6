import { afterAll, beforeAll, expect, it } from 'vitest';
import { fromJsonText } from '#contract/json-text.ts';
import type { EventDocument } from '#store/documents/event.ts';
import type { ApiAnswer, ApiClient } from '../../support/api-client.ts';
import { actingPatch } from '../../support/acting.ts';
import { type Acting, confirm, report, startActing, threadOf } from '../../support/acting-run.ts';
import { post, settled, startThread } from '../../support/conversation.ts';
import { startService, type TestService } from '../../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => await service.stop());

const patches = [
  actingPatch('pay', { wired: { gate: 'confirm' } }),
  actingPatch('sign', { interaction: 'proposed_action' }),
];
const kinds = [
  { script: '/call pay {}\n---\n/say ok', announced: 'write.confirmation_requested' },
  { script: '/call sign {}\n---\n/say ok', announced: 'action.proposed' },
  { script: '/call ask_user {"question":"?"}\n---\n/say ok', announced: 'elicitation.requested' },
] as const;
type Kind = (typeof kinds)[number];

/** Gives a paused run what it waits for. */
async function resolve(
  client: ApiClient,
  { announced }: Kind,
  { run, thread, call }: { run: string; thread: string; call: string },
): Promise<ApiAnswer<unknown>> {
  switch (announced) {
    case 'write.confirmation_requested':
      return await confirm(client, run, call, 'reject');
    case 'action.proposed':
      return await report(client, run, call);
    case 'elicitation.requested':
      return await client.post(`/v1/loom/threads/${thread}/messages`, { content: 'yes' });
  }
}

const rounds = Array.from({ length: 10 }, (_, index) => index);

/** Ten runs side by side, each on a thread of its own. */
async function startRuns({ client, agent }: Acting, script: string) {
  return await Promise.all(
    rounds.map(async () => {
      const thread = await startThread(client, agent.id);
      return { thread, run: await post(client, thread, script) };
    }),
  );
}

it.each(kinds)(
  '[invariant.persist-then-announce] a decision sent the instant the event tells of the pause is accepted: $announced',
  async (kind) => {
    const acting = await startActing(service, { patches });
    const { client, workspace } = acting;
    const changes = service.db.events.watch<EventDocument>([
      {
        $match: {
          operationType: 'insert',
          'fullDocument.workspace_id': workspace,
          'fullDocument.type': kind.announced,
        },
      },
    ]);
    // The stream is open once it has been asked for the first time.
    expect(await changes.tryNext()).toBeNull();
    const runs = await startRuns(acting, kind.script);
    const answers: Promise<ApiAnswer<unknown>>[] = [];
    while (answers.length < runs.length) {
      const change = await changes.next();
      if (!('fullDocument' in change)) continue;
      const { run_id = '', thread_id = '', data } = change.fullDocument;
      const call = (data === undefined ? {} : fromJsonText(data))['tool_call_id'] as string;
      answers.push(resolve(client, kind, { run: run_id, thread: thread_id, call }));
    }
    await changes.close();
    const statuses = (await Promise.all(answers)).map(({ status, data }) => ({ status, data }));
    expect(statuses).toEqual(
      runs.map(() => ({ status: 202, data: expect.objectContaining({ state: 'running' }) })),
    );
    for (const { run } of runs) {
      expect(await settled(client, run)).toMatchObject({ state: 'closed', message: { content: 'ok' } });
    }
  },
);

it.each(kinds)(
  '[invariant.persist-then-announce] a decision sent the instant a poll shows the pause is accepted: $announced',
  async (kind) => {
    const acting = await startActing(service, { patches });
    const { client } = acting;
    const runs = await startRuns(acting, kind.script);
    await Promise.all(
      runs.map(async ({ run, thread }) => {
        const call = await shown(client, thread);
        expect((await resolve(client, kind, { run, thread, call })).status).toBe(202);
        expect(await settled(client, run)).toMatchObject({ state: 'closed', message: { content: 'ok' } });
      }),
    );
  },
);

/** Polls a thread until it shows a pause; resolves to the call, or for a question to nothing. */
async function shown(client: ApiClient, thread: string): Promise<string> {
  for (;;) {
    const { pending_confirmation, pending_action, pending_elicitation } = await threadOf(client, thread);
    const pending = pending_confirmation ?? pending_action;
    if (pending !== undefined && pending !== null) return pending.tool_call_id;
    if (pending_elicitation !== null) return '';
  }
}
