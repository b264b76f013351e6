import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { converse, settled, startThread } from '#clients/raw/conversation.ts';
import { actingPatch, startHost } from '../../support/acting.ts';
import { callsOf, startActing, threadOf } from '../../support/acting-run.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { isReplayed, withKey } from '../../support/idempotency.ts';
import { perFile } from '../../support/per-file.ts';
import { sharedService } from '../../support/service.ts';
import { directClient, registerSigner } from '../../support/session-tokens.ts';
import { verdict } from '../../support/verdict.ts';

const service = sharedService();
const host = perFile(startHost);

const by = (client: ApiClient, actor: string, key: string = randomUUID()) =>
  client.with({ headers: { 'service-actor': actor, 'idempotency-key': key } });

/** A payment that needs three approvals, and what people do about it. */
async function held() {
  const pay = actingPatch('pay', {
    wired: { gate: { type: 'confirm', approvals: 3 } },
    request: { method: 'POST', path: '/payments', body: { amount: '{{amount}}' } },
  });
  const { client, agent } = await startActing(service, { host, patches: [pay] });
  const thread = await startThread(client, agent.id);
  const { id } = await converse(client, thread, '/call pay {"amount":82000,"to":"Bo"}\n---\n/say Done');
  const { pending_confirmation: pending } = await threadOf(client, thread);
  const tool_call_id = pending?.tool_call_id ?? '';
  const path = `/v1/loom/runs/${id}`;
  const approve = async (as: ApiClient) =>
    await as.post(`${path}/confirm`, { tool_call_id, decision: 'approve' });
  const withdraw = async (as: ApiClient) => await as.post(`${path}/withdraw`, { tool_call_id });
  const given = async () =>
    (await threadOf(client, thread)).pending_confirmation?.approvals?.given.map(({ actor }) => actor);
  return { client, run: id, approve, withdraw, given };
}

it('[idempotency.fingerprint] with the key of one person, the approval and the withdrawal of another are 422, and what they then do counts', async () => {
  const { client, run, approve, withdraw, given } = await held();
  const [key, back] = [randomUUID(), randomUUID()];
  expect(verdict(await approve(by(client, 'eve', key)))).toEqual([202]);
  expect(verdict(await approve(by(client, 'mia', key)))).toEqual([422, 'idempotency_key_reuse']);
  expect(verdict(await approve(by(client, 'mia')))).toEqual([202]);
  expect(await given()).toEqual(['eve', 'mia']);

  expect(verdict(await withdraw(by(client, 'eve', back)))).toEqual([202]);
  expect(verdict(await withdraw(by(client, 'mia', back)))).toEqual([422, 'idempotency_key_reuse']);
  const again = await withdraw(by(client, 'eve', back));
  expect([again.status, isReplayed(again)]).toEqual([202, true]);
  expect(verdict(await withdraw(by(client, 'mia')))).toEqual([202]);
  expect(await given()).toEqual([]);

  for (const actor of ['eve', 'mia', 'kim']) await approve(by(client, actor));
  await settled(client, run);
  expect(await callsOf(client, run)).toMatchObject([{ status: 'ok' }]);
});

it('[idempotency.fingerprint] neither another API key nor another signing key gets the answer of the first', async () => {
  const { client, approve } = await held();
  const { data: other } = await client.post<{ key: string }>('/v1/api-keys', { name: 'other' });
  const key = randomUUID();
  expect(verdict(await approve(by(client, 'eve', key)))).toEqual([202]);
  expect(verdict(await approve(by(client.with({ apiKey: other.key }), 'eve', key)))).toEqual([
    422,
    'idempotency_key_reuse',
  ]);
  const signers = [await registerSigner(client), await registerSigner(client)];
  const direct = await Promise.all(
    signers.map(async (signer) => withKey(await directClient(client, signer, { actor: 'kim' }), key)),
  );
  const [first, second] = direct;
  if (first === undefined || second === undefined) throw new Error('no client');
  expect(verdict(await approve(first))).toEqual([202]);
  expect(verdict(await approve(second))).toEqual([422, 'idempotency_key_reuse']);
});
