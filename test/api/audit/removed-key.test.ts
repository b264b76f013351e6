import { expect, it } from 'vitest';
import type { ApiServices } from '#api/services.ts';
import { toJsonText } from '#contract/json-text.ts';
import { post, settled, startThread } from '#clients/raw/conversation.ts';
import { Keyring } from '#store/credentials/encryption.ts';
import { actingPatch, publishActing, startHost } from '../../support/acting.ts';
import { confirm, pendingCall } from '../../support/acting-run.ts';
import { ApiClient } from '../../support/api-client.ts';
import { perFile } from '../../support/per-file.ts';
import { startService } from '../../support/service.ts';
import { verdict } from '../../support/verdict.ts';

const keys = ['first', 'second'].map((id, index) => ({ id, key: Buffer.alloc(32, index + 1) }));
/** Replaced before a second API is started, as if it had been deployed with other keys. */
const services: Partial<ApiServices> = {};
const service = perFile(() =>
  startService({
    encryptionKeys: keys.map(({ id, key }) => `${id}:${key.toString('base64')}`).join(','),
    services,
  }),
);
const host = perFile(startHost);

const pay = actingPatch('pay', {
  request: { method: 'POST', path: '/payments', body: { amount: '{{amount}}' } },
  redact: { args: ['/amount'] },
  wired: { gate: 'confirm' },
});

it('[audit.receipt.removed-key] a receipt that needs an encryption key which is no longer configured says so, and is there again with the key', async () => {
  const { client, apiKey } = await service.workspace({ subject: 'ada' });
  const agent = await publishActing(client, host, [pay]);
  const thread = await startThread(client, agent.id);
  const run = await post(client, thread, '/call pay {"amount":4}');
  await settled(client, run);
  const call = await pendingCall(client, thread);
  await confirm(client, run, call);
  await settled(client, run);
  const path = `/v1/loom/runs/${run}/receipt?tool_call_id=${call}`;
  const withKeys = async (configured: typeof keys) => {
    services.keyring = new Keyring(configured);
    const { baseUrl } = await service.secondApi();
    return verdict(await new ApiClient(baseUrl, { apiKey, subject: 'ada' }).get(path));
  };
  expect(await withKeys(keys.toReversed())).toEqual([200]);
  expect(await withKeys(keys.slice(1))).toEqual([409, 'encryption_key_removed']);
  // A change in the store is detected while the key is there.
  await service.db.tool_calls.updateOne({ _id: call }, { $set: { args: toJsonText({ amount: 82_000 }) } });
  expect(await withKeys(keys)).toEqual([409, 'audit_log_changed']);
});
