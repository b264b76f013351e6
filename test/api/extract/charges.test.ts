import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Extraction } from '#contract/extract.ts';
import type { Usage } from '#contract/usage.ts';
import { Extractor } from '#integrations/extract/extractor.ts';
import { SchemaPool } from '#patches/schemas/schema-pool.ts';
import type { Database } from '#store/mongo/database.ts';
import { newId } from '#store/mongo/ids.ts';
import { findExtraction, storeExtraction } from '#store/extractions/extractions.ts';
import { readFunds } from '#store/money/read-funds.ts';
import { reserve } from '#store/money/reserve.ts';
import type { ApiAnswer, ApiClient } from '../../support/api-client.ts';
import { KilledError } from '../../support/dying-database.ts';
import { extractFrom, modelSays, modelsAt } from '../../support/extract.ts';
import { forgetResponses, isReplayed, withKey } from '../../support/idempotency.ts';
import { accountOf, leaveCredits } from '../../support/ledger.ts';
import { silence, startModelServer } from '#tools/dev/stand-ins/model-servers/model-server.ts';
import { startService, type TestService, type TestWorkspace } from '../../support/service.ts';
import { verdict } from '../../support/verdict.ts';
import { perFile } from '../../support/per-file.ts';

let service: TestService;
const models = perFile(startModelServer, async (it) => await it.close());
let schemas: SchemaPool;
let workspace: TestWorkspace;
let client: ApiClient;
beforeAll(async () => {
  schemas = new SchemaPool();
  service = await startService({
    worker: false,
    services: {
      // Nobody takes a key over unless the test says so, and no renewal undoes what it says.
      idempotencyLeaseMs: 3_600_000,
      extractor: new Extractor({
        models: modelsAt(models.url),
        schemas,
        prices: {
          fast: { input: 1, output: 1 },
          standard: { input: 1, output: 1 },
          deep: { input: 1, output: 1 },
          scripted: { input: 1, output: 1 },
        },
      }),
    },
  });
});

beforeEach(async () => {
  workspace = await service.workspace({ credits: 10 });
  ({ client } = workspace);
});
afterAll(async () => {
  await service.stop();
  await schemas.close();
});

const chargesOf = async ({ id }: TestWorkspace) =>
  (await accountOf(service.db, id)).entries.filter(({ reason }) => reason !== 'grant');
const standard = { model_class: 'standard' } as const;

it('[extract.reserved] [money.empty-balance] with an empty balance, no model is asked', async () => {
  const poor = await service.workspace({ credits: 0 });
  expect(verdict(await extractFrom(poor.client, '{"total": 1}', standard))).toEqual([
    402,
    'insufficient_credits',
  ]);
  expect(models.requests).toEqual([]);
});

it('[extract.reserved] of 20 at once on little credit, as many are made as can be paid for', async () => {
  await leaveCredits(service.db, workspace.id, 2_000_000);
  const answers = await Promise.all(
    Array.from({ length: 20 }, async () => await extractFrom(client, '{"total": 1}')),
  );
  const made = answers.filter(({ status }) => status === 200);
  expect(new Set(answers.map((answer) => verdict(answer).join(' ')))).toEqual(
    new Set(['200', '402 insufficient_credits']),
  );
  const charges = await chargesOf(workspace);
  expect(charges).toHaveLength(made.length);
  const { balance, held } = await readFunds(service.db, workspace.id);
  expect(held).toBe(0);
  expect(balance).toBeGreaterThanOrEqual(Math.min(...charges.map(({ delta }) => delta)));
});

it('[extract.reserved] [money.held-not-spent] what is held for an extraction in progress is not spent on another', async () => {
  await leaveCredits(service.db, workspace.id, 1000);
  const { answer, asked } = silence();
  models.answers(answer);
  const leaving = new AbortController();
  const slow = fetchExtract(leaving.signal).catch(() => 'gone');
  await asked;
  expect((await client.get<{ held: number }>('/v1/credits')).data.held).toBeGreaterThan(1);
  expect(verdict(await extractFrom(client, '{"total": 1}'))).toEqual([402, 'insufficient_credits']);
  leaving.abort();
  expect(await slow).toBe('gone');
  await expect.poll(async () => (await readFunds(service.db, workspace.id)).held).toBe(0);
});

async function fetchExtract(signal: AbortSignal, headers: Record<string, string> = {}): Promise<Response> {
  return await fetch(`${service.baseUrl}/v1/extract`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${workspace.apiKey}`,
      'content-type': 'application/json',
      ...headers,
    },
    body: JSON.stringify({ text: 'Twelve.', schema: {}, ...standard }),
    signal,
  });
}

it('[extract.cancelled] a client that goes away before the first answer pays nothing, and its key works again', async () => {
  const { answer, asked } = silence();
  models.answers(answer);
  const leaving = new AbortController();
  const headers = { 'idempotency-key': newId() };
  const gone = fetchExtract(leaving.signal, headers).catch(() => 'gone');
  await asked;
  leaving.abort();
  expect(await gone).toBe('gone');
  await expect
    .poll(async () => (await service.db.idempotency_keys.findOne({ workspace_id: workspace.id }))?.state)
    .toBe('failed');
  expect(await chargesOf(workspace)).toEqual([]);
  models.answers(modelSays('{"total": 12}'));
  const again = await fetchExtract(new AbortController().signal, headers);
  expect(again.status).toBe(200);
  expect(await chargesOf(workspace)).toHaveLength(1);
});

it('[extract.cancelled] [extract.priced] a client that goes away after the first answer finds the result by its key, charged once', async () => {
  const leaving = new AbortController();
  models.answers(modelSays('no JSON'), async (response) => {
    leaving.abort();
    await modelSays('{"total": 12}')(response);
  });
  const headers = { 'idempotency-key': newId() };
  await fetchExtract(leaving.signal, headers).catch(() => 'gone');
  await expect.poll(async () => (await chargesOf(workspace)).length).toBe(1);
  const { status, replayed } = await settledAnswer(headers);
  expect([status, replayed]).toEqual([200, 'true']);
  expect(await chargesOf(workspace)).toMatchObject([{ delta: -220_000 }]);
});

/** The response under a key, once no other request holds it. */
async function settledAnswer(headers: Record<string, string>) {
  let response: Response | undefined;
  await expect
    .poll(async () => {
      response = await fetchExtract(new AbortController().signal, headers);
      return response.status;
    })
    .not.toBe(409);
  return { status: response?.status, replayed: response?.headers.get('idempotency-replayed') };
}

it('[extract.priced] [idempotency.lease] a process that died before it answered has charged, counted and told once', async () => {
  for (const text of ['{"total": 1}', 'nothing']) {
    const keyed = withKey(client);
    const first = await extractFrom(keyed, text);
    await forgetResponses(service.db);
    const again = await extractFrom(keyed, text);
    expect([again.status, isReplayed(again)]).toEqual([first.status, false]);
    expect(again.body).toEqual(first.body);
  }
  expect(await chargesOf(workspace)).toHaveLength(2);
  expect((await client.get<Usage>('/v1/usage')).data.extract).toMatchObject([{ count: 2 }]);
  expect(await service.db.events.countDocuments({ workspace_id: workspace.id })).toBe(2);
});

it('[extract.priced] a holder that was only frozen stores nothing, and answers what was stored meanwhile', async () => {
  const { answer, asked } = silence();
  let release: (() => Promise<void>) | undefined;
  models.answers(async (response) => {
    release = async () => await modelSays('{"total": 1}')(response);
    await answer(response);
  });
  const keyed = withKey(client);
  const frozen = extractFrom(keyed, 'Twelve.', standard);
  await asked;
  await service.db.idempotency_keys.updateMany(
    { workspace_id: workspace.id },
    { $set: { leased_until: new Date(0) } },
  );
  models.answers(modelSays('{"total": 2}'));
  const taken: ApiAnswer<Extraction> = await extractFrom(keyed, 'Twelve.', standard);
  await release?.();
  const late = await frozen;
  expect([taken.status, taken.data.result, late.data]).toEqual([200, { total: 2 }, taken.data]);
  expect(await chargesOf(workspace)).toHaveLength(1);
  expect((await readFunds(service.db, workspace.id)).held).toBe(0);
});

const ended = (resourceId: string, reservation: string) => ({
  workspace_id: workspace.id,
  origin: 'api' as const,
  resource: { id: resourceId, keyed: true, mayExist: false },
  request_id: newId(),
  model_class: 'standard' as const,
  input_tokens: 10,
  output_tokens: 1,
  cost: 11_000,
  reservation,
  outcome: { result: { total: 1 } },
});

it.each(['before', 'after'] as const)(
  '[extract.priced] [money.ledger-sums] a process that dies %s its write leaves one charge with its event, or neither',
  async (moment) => {
    const reservation = newId();
    const resource = newId();
    const make = async (db: Database) => {
      await reserve(db, workspace.id, { id: reservation, amount: 11_000, workMs: 1000 });
      return await storeExtraction(db, ended(resource, reservation));
    };
    const dying: Database = {
      ...service.db,
      transaction: async (work) => {
        if (moment === 'after') await service.db.transaction(work);
        throw new KilledError();
      },
    };
    await expect(make(dying)).rejects.toThrow(KilledError);
    const stored = await findExtraction(service.db, workspace.id, resource);
    expect(stored === null).toBe(moment === 'before');
    expect(await service.db.events.countDocuments({ workspace_id: workspace.id })).toBe(
      stored === null ? 0 : 1,
    );
    // Any repetition of the request ends with the same result.
    await make(service.db);
    expect(await findExtraction(service.db, workspace.id, resource)).toMatchObject({
      outcome: { result: { total: 1 } },
    });
    expect(await chargesOf(workspace)).toMatchObject([{ id: resource, delta: -11_000 }]);
    expect(await service.db.events.countDocuments({ workspace_id: workspace.id })).toBe(1);
    expect((await readFunds(service.db, workspace.id)).held).toBe(0);
  },
);

it('[extract.reserved] an extraction that turns out to cost nothing leaves nothing reserved', async () => {
  const reservation = newId();
  await reserve(service.db, workspace.id, { id: reservation, amount: 11_000, workMs: 60_000 });
  await storeExtraction(service.db, { ...ended(newId(), reservation), cost: 0 });
  expect((await readFunds(service.db, workspace.id)).held).toBe(0);
});

it('[extract.held-open] more than a subject may have in progress are refused at once, and the place is free again', async () => {
  const ada = client.as('ada');
  const waiting = Array.from({ length: 8 }, () => silence());
  models.answers(...waiting.map(({ answer }) => answer));
  const leaving = new AbortController();
  const open = waiting.map(() =>
    fetchExtract(leaving.signal, { 'service-subject': 'ada' }).catch(() => 'gone'),
  );
  await Promise.all(waiting.map(({ asked }) => asked));
  const refused = await extractFrom(ada, '{"total": 1}');
  expect([verdict(refused), refused.headers.get('retry-after')]).toEqual([[429, 'rate_limited'], '10']);
  leaving.abort();
  await Promise.all(open);
  await expect.poll(async () => (await extractFrom(ada, '{"total": 1}')).status).toBe(200);
});
