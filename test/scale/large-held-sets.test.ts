import { expect, it } from 'vitest';
import type { Approval } from '#contract/approval.ts';
import type { DecidedItems } from '#contract/decide-many.ts';
import type { RevisedCall } from '#contract/decisions.ts';
import type { Run } from '#contract/run.ts';
import { converse, settled } from '#clients/raw/conversation.ts';
import { actingPatch, startHost } from '../support/acting.ts';
import { callsOf, startActing } from '../support/acting-run.ts';
import { perFile } from '../support/per-file.ts';
import { sharedService } from '../support/service.ts';

const service = sharedService();
const host = perFile(startHost);

/** As many as a turn makes. */
const calls = 64;
/** As often as the calls of a turn can be corrected. */
const corrections = 20;
/** As large as the API accepts, which counts characters: each of these has three bytes. */
const signs = '€'.repeat(262_000);
/** The most that a document has room for. */
const documentBytes = 16 * 1024 * 1024;

const pay = actingPatch('pay', {
  // A correction is an approval, too.
  wired: { gate: { type: 'confirm', approvals: 2 } },
  summary: { title: 'Pay {{amount}}', fields: [{ label: 'To', value: '{{to}}' }] },
});
const args = JSON.stringify({ amount: 1, to: '€'.repeat(100) });
const script = [...Array.from({ length: calls }, () => `/call pay ${args}`), '---', '/say done'].join('\n');

it('[gate.set.size] 64 held calls with arguments as large as a correction may be are shown, listed, decided, sent and closed', async () => {
  const { client, thread } = await startActing(service, { host, patches: [pay] });
  const { id, state } = await converse(client, thread, script);
  expect(state).toBe('awaiting_input');
  const as = (actor: string) => client.with({ headers: { 'service-actor': actor } });
  const heldOf = async () => (await client.get<Run>(`/v1/loom/runs/${id}`)).data.pending_confirmations ?? [];
  const first = await heldOf();
  expect(first).toHaveLength(calls);
  for (const [index, { tool_call_id }] of first.slice(0, corrections).entries()) {
    const revised = await as('eve').post<RevisedCall>(`/v1/loom/runs/${id}/revise`, {
      tool_call_id,
      args: { amount: index, to: signs },
    });
    expect(revised.status).toBe(202);
  }

  const held = await heldOf();
  expect(held.map(({ set }) => set?.position)).toEqual(first.map(({ set }) => set?.position));
  expect(held.slice(0, corrections).every((item) => item.args['to'] === signs)).toBe(true);
  expect(Buffer.byteLength(JSON.stringify(held))).toBeGreaterThan(documentBytes);

  const listed: Approval[] = [];
  for (let cursor = ''; ;) {
    const page = await client.get<Approval[]>(`/v1/loom/approvals?limit=100${cursor}`);
    listed.push(...page.data);
    expect(JSON.stringify(page.data).length).toBeLessThan(2 * 1024 * 1024);
    if (page.pagination.next_cursor === null) break;
    cursor = `&cursor=${page.pagination.next_cursor}`;
  }
  expect(listed.map(({ tool_call_id }) => tool_call_id)).toEqual(
    held.map(({ tool_call_id }) => tool_call_id),
  );
  expect(listed[0]).toMatchObject({ digest: held[0]?.digest, document: held[0]?.document });

  const decide = async (decision: string, items: typeof held) =>
    await as('mia').post<DecidedItems>('/v1/loom/approvals/decide', {
      decision,
      items: items.map(({ run_id, tool_call_id, digest }) => ({ run_id, tool_call_id, digest })),
    });
  const approved = await decide('approve', held.slice(0, 2));
  expect(approved.data.results.map(({ result }) => result)).toEqual(['accepted', 'accepted']);
  const rejected = await decide('reject', held.slice(2));
  expect(new Set(rejected.data.results.map(({ result }) => result))).toEqual(new Set(['accepted']));
  expect(await settled(client, id)).toMatchObject({ state: 'closed', reason: 'finished' });
  expect(host.calls.map(({ body }) => body)).toEqual(
    expect.arrayContaining([0, 1].map((amount) => ({ amount, to: signs }))),
  );
  expect(host.calls).toHaveLength(2);
  const statuses = (await callsOf(client, id)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 'ok')).toHaveLength(2);
  expect(await service.db.tool_calls.countDocuments({ run_id: id, shown: { $exists: true } })).toBe(0);
});
