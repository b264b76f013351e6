import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import type { AuditEntry, CallReceipt } from '#contract/audit.ts';
import { verifyDigest, verifyReceipt } from '#heddle-client/index.ts';
import { settled } from '#clients/raw/conversation.ts';
import { committed } from '#store/audit/commitments.ts';
import { newId } from '#store/mongo/ids.ts';
import { SoftwareAuthenticator } from '#tools/dev/software-authenticator.ts';
import { startHost } from '../../support/acting.ts';
import { type Acting, threadOf } from '../../support/acting-run.ts';
import { runAdmin } from '../../support/admin.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { enrolled, type Item, originOf, type Person, signedBody } from '../../support/passkeys.ts';
import { perTest } from '../../support/per-file.ts';
import { pay, startPaying } from '../../support/policies.ts';
import { sharedService } from '../../support/service.ts';
import { directClient, registerSigner, type Signer } from '../../support/session-tokens.ts';

const service = sharedService();
const host = perTest(startHost);
const rules = [{ name: 'all', then: 'hold', stages: [{ approvals: 1, via: ['passkey'] }] }];

let folder: string;
let acting: Acting;
let client: ApiClient;
let signer: Signer;
let eve: Person;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'heddle-passkeys-'))));
afterAll(async () => await rm(folder, { recursive: true }));
beforeEach(async () => {
  acting = await startPaying(service, { rules }, { host });
  ({ client } = acting);
  signer = await registerSigner(client);
  eve = await enrolled(service, client, signer, 'eve');
});

async function held(args: object): Promise<Item> {
  const { run, thread } = await pay(acting, args);
  const { tool_call_id = '', digest = '' } = (await threadOf(client, thread)).pending_confirmation ?? {};
  return { run_id: run.id, tool_call_id, digest };
}

/** A call that Eve has approved with her passkey, and that was sent. */
async function approved(args: object = { amount: 5 }): Promise<Item> {
  const item = await held(args);
  const { status } = await eve.client.post(
    `/v1/loom/runs/${item.run_id}/confirm`,
    await signedBody(eve, item),
  );
  expect(status).toBe(202);
  await settled(client, item.run_id);
  return item;
}

const receiptOf = async (by: ApiClient, { run_id, tool_call_id }: Item) =>
  (await by.get<{ jws: string }>(`/v1/loom/runs/${run_id}/receipt?tool_call_id=${tool_call_id}`)).data.jws;

const contentOf = (jws: string) =>
  JSON.parse(Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString()) as CallReceipt;

async function fileOf(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

describe('[passkey.receipt] a receipt', () => {
  const verify = async (jws: string, ...options: string[]) =>
    await runAdmin(['receipt', 'verify', '--file', await fileOf('receipt', jws), ...options], {});

  it('shows without the service that this key has signed this call', async () => {
    const item = await approved();
    const jws = await receiptOf(client, item);
    const content = contentOf(jws);
    expect(content.decisions).toMatchObject([
      { actor: 'eve', via: 'passkey', request_via: 'token', thumbprint: eve.passkey.thumbprint },
    ]);
    expect(content.passkeys).toMatchObject([
      {
        passkey_id: eve.passkey.id,
        actor: 'eve',
        thumbprint: eve.passkey.thumbprint,
        public_key: { kty: 'EC', crv: 'P-256' },
        statement: { decision: 'approve', digests: [item.digest] },
      },
    ]);
    const unconfirmed = await verify(jws);
    expect(unconfirmed).toMatchObject({
      code: 0,
      printed: [
        { result: 'key_not_confirmed', service: 'not_checked', passkeys: [{ origin: originOf(service) }] },
      ],
    });
    const keys = await fileOf(
      'keys',
      JSON.stringify(await (await fetch(`${service.baseUrl}/.well-known/jwks.json`)).json()),
    );
    const trusted = await fileOf('trusted', `${eve.passkey.thumbprint}\n`);
    expect(await verify(jws, '--passkeys', trusted, '--keys', keys)).toMatchObject({
      code: 0,
      printed: [
        { result: 'verified', service: 'verified', passkeys: [{ actor: 'eve', result: 'verified' }] },
      ],
    });
    const others = await fileOf('others', 'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs\n');
    expect(await verify(jws, '--passkeys', others)).toMatchObject({
      code: 1,
      printed: [{ result: 'key_not_trusted' }],
    });
  });

  it('[payment.digest] [clients.receipts] of a payment shows that the key has signed what is paid to whom', async () => {
    const payment = {
      amount: '/amount',
      currency: { constant: 'EUR' },
      payee: { account: { iban: '/iban' } },
    };
    const properties = { amount: { type: 'number' }, iban: { type: 'string' } };
    const input_schema = { type: 'object', properties, additionalProperties: false };
    acting = await startPaying(service, { rules }, { host, patch: { payment, input_schema } });
    ({ client } = acting);
    eve = await enrolled(service, client, await registerSigner(client), 'eve');
    const item = await approved({ amount: 12.5, iban: 'DE89370400440532013000' });
    const jws = await receiptOf(client, item);
    const { document = '', digest = '' } = contentOf(jws);
    const shown = JSON.parse(await verifyDigest({ document, digest })) as { payment: object };
    expect(shown.payment).toMatchObject({
      amount: '12.5',
      currency: 'EUR',
      account: { iban: 'DE89370400440532013000' },
      institution_id: 'de_bic_cobadeff',
    });

    const trusted = await fileOf('trusted', eve.passkey.thumbprint);
    const jwks = `${service.baseUrl}/.well-known/jwks.json`;
    const keys = await fileOf('keys', await (await fetch(jwks)).text());
    const byCommand = await verify(jws, '--passkeys', trusted, '--keys', keys);
    expect(byCommand).toMatchObject({ code: 0, printed: [{ result: 'verified', service: 'verified' }] });
    const byClient = await verifyReceipt(jws, { jwks, passkeys: [eve.passkey.thumbprint] });
    expect(byClient.receipt).toEqual(contentOf(jws));
    expect(byCommand.printed).toMatchObject([{ passkeys: byClient.signatures }]);

    const [head, , signature] = jws.split('.');
    const changed = { ...contentOf(jws), document: document.replace('"12.5"', '"1250"') };
    const payload = Buffer.from(JSON.stringify(changed)).toString('base64url');
    expect(await verify(`${head}.${payload}.${signature}`, '--passkeys', trusted)).toMatchObject({
      code: 1,
      printed: [{ fault: 'document_changed', result: 'failed' }],
    });
  });

  it('is found to be forged where the service itself has signed another call, actor or document', async () => {
    const content = contentOf(await receiptOf(client, await approved()));
    const other = contentOf(await receiptOf(client, await approved({ amount: 6 })));
    const [head, , signature] = (await receiptOf(client, await approved({ amount: 7 }))).split('.');
    const forged = async (changed: object) => {
      const payload = Buffer.from(JSON.stringify({ ...content, ...changed })).toString('base64url');
      return await verify(`${head}.${payload}.${signature}`);
    };
    const [decision] = content.decisions;
    expect(await forged({ digest: other.digest, document: other.document })).toMatchObject({
      code: 1,
      printed: [{ result: 'failed', passkeys: [{ fault: 'other_call' }] }],
    });
    expect(await forged({ document: other.document })).toMatchObject({
      printed: [{ fault: 'document_changed' }],
    });
    expect(await forged({ decisions: [{ ...decision, actor: 'mia' }] })).toMatchObject({
      printed: [{ passkeys: [{ fault: 'other_actor' }] }],
    });
    expect(await forged({ passkeys: [] })).toMatchObject({
      code: 1,
      printed: [{ fault: 'signature_missing' }],
    });
    const statement = { ...content.passkeys?.[0]?.statement, digests: [other.digest] };
    const passkeys = [{ ...content.passkeys?.[0], statement }];
    expect(await forged({ digest: other.digest, document: other.document, passkeys })).toMatchObject({
      printed: [{ passkeys: [{ fault: 'other_challenge' }] }],
    });
  });

  it('is without signatures and keys for a session token', async () => {
    const item = await approved();
    const ada = await directClient(client, signer, { sub: 'ada', trace: 'full' });
    const content = contentOf(await receiptOf(ada, item));
    expect(content).not.toHaveProperty('passkeys');
    expect(content.decisions).toMatchObject([{ via: 'passkey' }]);
  });
});

describe('[passkey.audit.verify] audit verify', () => {
  const verify = async () => {
    const env = { MONGODB_URI: inject('mongodbUri'), MONGODB_DATABASE: service.db.runs.dbName };
    return await runAdmin(['audit', 'verify', acting.workspace], env);
  };
  const clean = { code: 0, printed: [{ faults: [] }] };
  const unverified = { code: 1, printed: [{ faults: [{ fault: 'passkey_unverified' }] }] };

  it('[passkey.revoke] finds nothing where passkeys have signed, revoked ones too', async () => {
    await approved();
    await client.send('DELETE', `/v1/passkeys/${eve.passkey.id}`);
    expect(await verify()).toMatchObject(clean);
  });

  it('finds a decision that was written into the store without the key, with all of its fields right', async () => {
    const [real, item] = [await approved(), await held({ amount: 6 })];
    const { tool_calls, audit_entries } = service.db;
    const call = await tool_calls.findOne({ _id: real.tool_call_id });
    const { decision } = call ?? {};
    if (decision?.signature === undefined) throw new Error('the decision is not signed');
    const { signature } = decision;
    // A key of the forger's own has signed, over a statement that fits, under the name and the thumbprint of the real one.
    const statement = { ...signature.statement, digests: [item.digest] };
    const forger = new SoftwareAuthenticator(originOf(service));
    const forged = {
      ...decision,
      digest: item.digest,
      signature: {
        ...signature,
        statement,
        assertion: forger.sign({ challenge: 'forged', rpId: 'localhost' }),
      },
    };
    await tool_calls.updateOne({ _id: item.tool_call_id }, { $set: { decision: forged } });
    expect(await verify()).toMatchObject(unverified);
    const entry = await audit_entries.findOne({ 'target.id': real.tool_call_id, type: 'call.decided' });
    if (entry === null) throw new Error('the decision is not in the log');
    const { authenticatorData, clientDataJSON } = forged.signature.assertion.response;
    const { commitments: _, salts: __, seq: ___, hash: ____, previous_hash: _____, ...record } = entry;
    await audit_entries.insertOne(
      committed({
        ...record,
        _id: newId(),
        target: { kind: 'tool_call', id: item.tool_call_id },
        details: {
          ...record.details,
          run_id: item.run_id,
          authenticator_data: authenticatorData,
          client_data: clientDataJSON,
          signature: forged.signature.assertion.response.signature,
        },
        contents: { digest: JSON.stringify(item.digest), statement: JSON.stringify(statement) },
      }),
    );
    const { code, printed } = await verify();
    expect(code).toBe(1);
    const [{ faults = [] } = {}] = printed as { faults?: { fault: string }[] }[];
    expect(new Set(faults.map(({ fault }) => fault))).toEqual(new Set(['passkey_unverified']));
  });

  it('finds an approval that was written into a call that is still held', async () => {
    const [real, item] = [await approved(), await held({ amount: 6 })];
    const { tool_calls } = service.db;
    const { decision } = (await tool_calls.findOne({ _id: real.tool_call_id })) ?? {};
    if (decision === undefined) throw new Error('the call is not decided');
    const approval = { ...decision, digest: item.digest };
    await tool_calls.updateOne({ _id: item.tool_call_id }, { $set: { approvals: [approval] } });
    expect(await verify()).toMatchObject(unverified);
  });

  it('finds a real signature that was copied to another call, and one by a key that nobody has enrolled', async () => {
    const [real, item] = [await approved(), await held({ amount: 6 })];
    const { tool_calls, audit_entries } = service.db;
    const { decision } = (await tool_calls.findOne({ _id: real.tool_call_id })) ?? {};
    if (decision === undefined) throw new Error('the call is not decided');
    const copy = { ...decision, digest: item.digest };
    await tool_calls.updateOne({ _id: item.tool_call_id }, { $set: { decision: copy } });
    const entry = await audit_entries.findOne({ 'target.id': real.tool_call_id, type: 'call.decided' });
    if (entry === null) throw new Error('the decision is not in the log');
    const { commitments: _, salts: __, seq: ___, hash: ____, previous_hash: _____, ...record } = entry;
    await audit_entries.insertOne(
      committed({ ...record, _id: newId(), target: { kind: 'tool_call', id: item.tool_call_id } }),
    );
    expect(await verify()).toMatchObject(unverified);
  });

  it('verifies an export without the database', async () => {
    await approved();
    const { data } = await client.get<AuditEntry[]>('/v1/audit?limit=100');
    const lines = (entries: AuditEntry[]) => entries.map((entry) => JSON.stringify(entry)).join('\n');
    const file = await fileOf('log', lines(data));
    expect(await runAdmin(['audit', 'verify', '--file', file], {})).toMatchObject(clean);
    const without = data.map((entry) =>
      entry.type === 'passkey.enrolled' ? { ...entry, type: 'passkey.revoked' as const } : entry,
    );
    const other = await fileOf('other', lines(without));
    const { printed } = await runAdmin(['audit', 'verify', '--file', other], {});
    expect(printed).toMatchObject([
      { faults: expect.arrayContaining([expect.objectContaining({ fault: 'passkey_unverified' })]) },
    ]);
  });
});
