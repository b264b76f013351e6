import { randomBytes, randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { takesIdempotencyKey } from '#api/http/endpoint/endpoint.ts';
import { endpoints } from '#api/endpoints.ts';
import { callerParts, fingerprint } from '#api/http/idempotency/fingerprint.ts';
import { Keyring } from '#store/credentials/encryption.ts';
import { answerKey, claimKey } from '#store/requests/idempotency-keys.ts';
import { newId } from '#store/mongo/ids.ts';
import { withKey } from '../../support/idempotency.ts';
import { startService } from '../../support/service.ts';
import { verdict } from '../../support/verdict.ts';
import { MemoryVoice } from '../../support/voice/memory-voice.ts';
import { perFile } from '../../support/per-file.ts';

const keyring = new Keyring([{ id: 'test', key: randomBytes(32) }]);
const subject = 'ada';

const service = perFile(() =>
  startService({ worker: false, services: { keyring, voice: new MemoryVoice() } }),
);
const workspace = perFile(() => service.workspace({ subject }));
// A stream is not kept: a repetition follows the same run (chat.once).
const isKept = ({ keepsKeys }: { keepsKeys?: true }) => keepsKeys !== true;
const posts = endpoints
  .filter((each) => isKept(each) && takesIdempotencyKey(each))
  .map(({ path, access }) => ({
    path,
    /** With ids of nothing. */
    requested: path.replaceAll(/\{\w+\}/g, newId()),
    subject: access === 'management' ? undefined : subject,
  }));

it('[idempotency.any-post] every POST is one of these', () => {
  const known = endpoints.filter((each) => isKept(each) && each.method === 'post').map(({ path }) => path);
  expect(posts.map(({ path }) => path)).toEqual(known);
});

/** The caller of these requests, as their fingerprint has it. */
async function partsOf(subject_ref: string | undefined) {
  const { data } = await workspace.client.get<{ id: string }[]>('/v1/api-keys');
  const credential = { kind: 'api_key' as const, id: data[0]?.id ?? '' };
  const caller = { workspace_id: workspace.id, credential, mode: 'relay' as const, origin: 'api' as const };
  return callerParts(subject_ref === undefined ? caller : { ...caller, subject_ref, actor: subject_ref });
}

it.each(posts)(
  '[idempotency.any-post] [idempotency.fingerprint] POST $path answers from the key before it does anything',
  async (post) => {
    const key = randomUUID();
    const request = {
      workspace_id: workspace.id,
      key,
      fingerprint: fingerprint([
        key,
        'POST',
        post.requested,
        '',
        ...(await partsOf(post.subject)),
        undefined,
      ]),
    };
    const found = await claimKey(service.db, keyring, request, 60_000);
    if (found.outcome !== 'held') throw new Error(found.outcome);
    const headers = { 'Content-Type': 'text/plain; charset=utf-8', Location: '/somewhere' };
    await answerKey(service.db, keyring, found.claim, {
      status: 203,
      headers,
      body: Buffer.from('as before'),
    });
    const answer = await fetch(`${service.baseUrl}${post.requested}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${workspace.apiKey}`,
        'service-subject': subject,
        'idempotency-key': `"${key}"`,
      },
    });
    expect([answer.status, await answer.text()]).toEqual([203, 'as before']);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': headers['Content-Type'],
      location: headers.Location,
      'idempotency-replayed': 'true',
    });
  },
);

it.each(posts)(
  '[idempotency.any-post] [idempotency.key-format] POST $path refuses a key of 256 characters',
  async (post) => {
    const refused = await withKey(workspace.client, 'k'.repeat(256)).post(post.requested);
    expect(verdict(refused)).toEqual([422, 'invalid_idempotency_key']);
    const longest = post.requested.padEnd(255, 'k');
    const taken = await withKey(workspace.client, longest).post(post.requested);
    expect(verdict(taken)).not.toContain('invalid_idempotency_key');
  },
);
