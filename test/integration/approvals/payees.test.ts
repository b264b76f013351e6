import { beforeEach, describe, expect, it } from 'vitest';
import type { Change } from '#contract/change.ts';
import type { Approval } from '#contract/approval.ts';
import type { Payee } from '#contract/payee.ts';
import type { Run } from '#contract/run.ts';
import type { SentPayment } from '#contract/sent-payment.ts';
import type { Thread } from '#contract/thread.ts';
import { converse, settled, startThread } from '#clients/raw/conversation.ts';
import { actingPatch, json, publishActing, startHost } from '../../support/acting.ts';
import { type Acting, callsOf, confirm, pendingCall, startActing } from '../../support/acting-run.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { eventsOf } from '../../support/events.ts';
import { perFile } from '../../support/per-file.ts';
import { sharedService } from '../../support/service.ts';
import { directClient, registerSigner } from '../../support/session-tokens.ts';
import { verdict } from '../../support/verdict.ts';

const service = sharedService();
const host = perFile(startHost);

const text = { type: 'string' };
const payPatch = (parts: object = {}) =>
  actingPatch('pay', {
    input_schema: {
      type: 'object',
      properties: { amount: {}, iban: text, sort: text, number: text, name: text, ref: text },
      additionalProperties: false,
    },
    payment: {
      amount: '/amount',
      currency: { constant: 'EUR' },
      payee: { account: { iban: '/iban' }, name: '/name' },
      reference: '/ref',
    },
    ...parts,
  });

const german = 'DE89370400440532013000';
const french = 'FR1420041010050500013M02606';

let acting: Acting;
let client: ApiClient;
beforeEach(async () => {
  acting = await startActing(service, { host, patches: [payPatch()] });
  ({ client } = acting);
});

async function pay(args: object, { subject = client, agent = acting.agent } = {}) {
  const thread = await startThread(subject, agent.id);
  const run = await converse(subject, thread, `/call pay ${JSON.stringify(args)}\n---\n/say ok`);
  return await settled(subject, run.id);
}

const payees = async (query = '') => (await client.get<Payee[]>(`/v1/payees${query}`)).data;
const sendBody = async (by: ApiClient, method: string, path: string, body: object) =>
  await by.send<Payee>(method, path, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const patch = async (by: ApiClient, id: string, body: object) =>
  await sendBody(by, 'PATCH', `/v1/payees/${id}`, body);
const payments = async (query = '') => (await client.get<SentPayment[]>(`/v1/payments${query}`)).data;
it('[payee.recorded] payments without a gate add up by their account, whatever its spelling', async () => {
  await pay({ amount: '0.1', iban: german, name: 'Bo GmbH', ref: 'One' });
  await pay({ amount: 0.2, iban: 'de89 3704 0044 0532 0130 00', name: 'BO G.m.b.H.' });
  await pay({ amount: '5', iban: french, name: 'Cleo' });
  const [cleo, bo, ...others] = await payees();
  expect(others).toEqual([]);
  expect(cleo).toMatchObject({ payments: 1, totals: [{ currency: 'EUR', amount: '5' }], country: 'FR' });
  expect(bo).toMatchObject({
    account: { iban: german, formatted: 'DE89 3704 0044 0532 0130 00' },
    institution: { name: 'Commerzbank' },
    names: [{ name: 'BO G.m.b.H.' }, { name: 'Bo GmbH' }],
    payments: 2,
    totals: [{ currency: 'EUR', amount: '0.3' }],
    status: 'open',
  });
  expect((await client.get<Payee>(`/v1/payees/${bo?.id}`)).data).toEqual(bo);
  const sent = await client.get<SentPayment[]>(`/v1/payees/${bo?.id}/payments`);
  expect(sent.data).toMatchObject([
    {
      amount: '0.2',
      payee: {
        id: bo?.id,
        name: 'BO G.m.b.H.',
        account: { iban: german },
        institution: { name: 'Commerzbank' },
        country: 'DE',
        status: 'open',
      },
    },
    {
      amount: '0.1',
      currency: 'EUR',
      reference: 'One',
      status: 'ok',
      settlement: { state: 'sent' },
      subject_ref: 'ada',
    },
  ]);
  expect(bo?.first_paid_at).toBe(sent.data[1]?.sent_at);
  expect(bo?.last_paid_at).toBe(sent.data[0]?.sent_at);
});

it('[payee.recorded] an IBAN and its sort code and number are one payee', async () => {
  const british = payPatch({
    key: 'pay_british',
    payment: {
      amount: '/amount',
      currency: { constant: 'GBP' },
      payee: { account: { sort_code: '/sort', account_number: '/number' } },
    },
  });
  acting = await startActing(service, { host, patches: [payPatch(), british] });
  ({ client } = acting);
  await pay({ amount: 1, iban: 'GB29NWBK60161331926819' });
  const thread = await startThread(client, acting.agent.id);
  const call = '/call pay_british {"amount":2,"sort":"60-16-13","number":"31926819"}\n---\n/say ok';
  await settled(client, (await converse(client, thread, call)).id);
  expect(await payees()).toMatchObject([
    {
      payments: 2,
      totals: [
        { currency: 'EUR', amount: '1' },
        { currency: 'GBP', amount: '2' },
      ],
    },
  ]);
});

it('[payee.recorded] a payment that the host refused is none, and one of an unknown outcome counts for nobody', async () => {
  host.answer = (_, response) => json(response, 422, { error: 'no' });
  await pay({ amount: 1, iban: german });
  expect([await payees(), await payments()]).toEqual([[], []]);
  host.answer = (_, response) => void response.destroy();
  await pay({ amount: 1, iban: german });
  expect(await payees()).toMatchObject([{ payments: 0, totals: [] }]);
  expect(await payments()).toMatchObject([{ status: 'outcome_unknown', settlement: { state: 'unknown' } }]);
  host.answer = (_, response) => json(response, 200, { ok: true });
});

it('[payee.recorded] an approved payment is recorded once, by its call', async () => {
  acting = await startActing(service, { host, patches: [payPatch({ wired: { gate: 'confirm' } })] });
  ({ client } = acting);
  const thread = await startThread(client, acting.agent.id);
  const args = { amount: 7, iban: german, name: 'Bo' };
  const run = await converse(client, thread, `/call pay ${JSON.stringify(args)}\n---\n/say ok`);
  expect(await payments()).toEqual([]);
  const call = await pendingCall(client, thread);
  await confirm(client, run.id, call);
  await settled(client, run.id);
  expect(await payments()).toMatchObject([{ tool_call_id: call, run_id: run.id, amount: '7' }]);
});

it('[payee.redacted] what a patch redacts is in no payee', async () => {
  acting = await startActing(service, {
    host,
    patches: [payPatch({ redact: { args: ['/iban', '/amount', '/name', '/ref'] } })],
  });
  ({ client } = acting);
  await pay({ amount: 12.5, iban: german, name: 'Bo', ref: 'Secret' });
  const shown = [await payees(), await payments()];
  expect(shown).toMatchObject([
    [{ account: { result: 'hidden' }, names: [], payments: 1, totals: [] }],
    [{ payee: {}, status: 'ok' }],
  ]);
  for (const secret of ['DE89', '0532', 'Bo', '12.5', 'Secret', 'Commerzbank'])
    expect(JSON.stringify(shown)).not.toContain(secret);
});

describe('lists', () => {
  beforeEach(async () => {
    await pay({ amount: 1, iban: german, name: 'Müller & Söhne GmbH' });
    await pay({ amount: 20.5, iban: french, name: 'Cleo' }, { subject: client.with({ subject: 'cleo' }) });
  });

  it.each([
    ['muller & sohne', [german]],
    ['SÖHNE', [german]],
    ['0532 0130', [german]],
    ['fr14', [french]],
    ['nobody', []],
    ['.*', []],
    ['&', []],
  ])('[payee.search] q=%s', async (q, found) => {
    const listed = await payees(`?q=${encodeURIComponent(q)}`);
    expect(listed.map(({ account }) => account.iban)).toEqual(found);
  });

  it.each([
    ['min_amount=20.5', 1],
    ['min_amount=20.51', 0],
    ['max_amount=1', 1],
    ['currency=EUR', 2],
    ['currency=USD', 0],
    ['state=sent', 2],
    ['state=unknown', 0],
    ['subject=cleo', 1],
    ['to=2020-01-01T00:00:00Z', 0],
    ['from=2020-01-01T00:00:00Z', 2],
    [`payee=${crypto.randomUUID()}`, 0],
  ])('[payment.list] %s', async (query, count) => {
    expect(await payments(`?${query}`)).toHaveLength(count);
  });

  it('[payment.list] a page continues where the one before ended', async () => {
    const first = await client.get<SentPayment[]>('/v1/payments?limit=1');
    const cursor = first.pagination?.next_cursor ?? '';
    const second = await client.get<SentPayment[]>(
      `/v1/payments?limit=1&cursor=${encodeURIComponent(cursor)}`,
    );
    expect([...first.data, ...second.data]).toEqual(await payments());
    expect(second.pagination?.has_more).toBe(false);
  });

  it('[payee.erased] erasing a subject leaves the payee and its totals', async () => {
    const [before] = await payees('?q=cleo');
    const erased = await client.send('DELETE', '/v1/subjects/cleo');
    expect(erased.status).toBe(202);
    await expect.poll(async () => (await payments('?subject=cleo')).length, { timeout: 30_000 }).toBe(0);
    expect((await payees('?q=cleo'))[0]).toEqual(before);
  });
});

describe('changes', () => {
  it('[payee.add] a payee is added once, and its account is normalized', async () => {
    const body = { account: { iban: 'de89 3704 0044 0532 0130 00' }, names: ['Bo'], note: 'Rent' };
    const made = await client.post<Payee>('/v1/payees', body);
    expect([made.status, made.data]).toMatchObject([
      201,
      {
        account: { iban: german },
        names: [{ name: 'Bo' }],
        payments: 0,
        totals: [],
        status: 'open',
        note: 'Rent',
      },
    ]);
    const again = await client.post<Payee>('/v1/payees', { account: { iban: german }, status: 'trusted' });
    expect([again.status, again.data]).toEqual([200, made.data]);
    await pay({ amount: 1, iban: german, name: 'Bo' });
    expect(await payees('?q=bo')).toMatchObject([{ id: made.data.id, payments: 1, names: [{ name: 'Bo' }] }]);
  });

  it('[payee.add] of ten requests at once, one adds it', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, async () => client.post<Payee>('/v1/payees', { account: { iban: german } })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1);
  });

  it.each([
    ['no account', {}],
    ['an empty account', { account: {} }],
    ['a malformed account', { account: { iban: 'DE' } }],
    ['an unknown status', { account: { iban: german }, status: 'paid' }],
    ['21 names', { account: { iban: german }, names: Array.from({ length: 21 }, (_, n) => `n${n}`) }],
    ['a name of 201 characters', { account: { iban: german }, names: ['n'.repeat(201)] }],
  ])('[payee.add] %s is refused', async (_, body) => {
    expect(verdict(await client.post('/v1/payees', body))).toEqual([422, 'invalid_request']);
    expect(await payees()).toEqual([]);
  });

  it('[payee.change] status and note change, and only an open payee is deleted', async () => {
    const { data } = await client.post<Payee>('/v1/payees', { account: { iban: german } });
    expect((await patch(client, data.id, { status: 'trusted', note: 'Known' })).data).toMatchObject({
      status: 'trusted',
      note: 'Known',
    });
    expect((await patch(client, data.id, { note: null })).data).not.toHaveProperty('note');
    const remove = async () => await client.send('DELETE', `/v1/payees/${data.id}`);
    expect(verdict(await remove())).toEqual([409, 'payee_not_open']);
    expect(await payees('?status=trusted')).toHaveLength(1);
    await patch(client, data.id, { status: 'open' });
    expect((await remove()).status).toBe(200);
    expect(verdict(await remove())).toEqual([404, 'not_found']);
    expect(verdict(await patch(client, data.id, { status: 'open' }))).toEqual([404, 'not_found']);
    expect(verdict(await patch(client, data.id, {}))).toEqual([422, 'invalid_request']);
  });

  it('[payee.two-actors] two actors change a payee, and one can block it', async () => {
    const eve = client.with({ headers: { 'service-actor': 'eve' } });
    const mia = client.with({ headers: { 'service-actor': 'mia' } });
    const guarded = await sendBody(client, 'PUT', '/v1/settings/four-eyes', { payees: true });
    expect(guarded.status).toBe(200);
    const proposed = await eve.post<Change>('/v1/payees', { account: { iban: german }, names: ['Bo'] });
    expect([proposed.status, proposed.data]).toMatchObject([
      202,
      { operation: 'createPayee', kind: 'payees' },
    ]);
    expect(await payees()).toEqual([]);
    expect(verdict(await mia.post(`/v1/changes/${proposed.data.id}/approve`))).toEqual([200]);
    const [payee] = await payees();
    const id = payee?.id ?? '';
    expect(payee).toMatchObject({ account: { iban: german }, names: [{ name: 'Bo' }] });
    expect((await patch(eve, id, { status: 'blocked' })).status).toBe(200);
    const open = await patch(eve, id, { status: 'open' });
    expect(open.status).toBe(202);
    expect((await payees())[0]?.status).toBe('blocked');
    const change = open.data as unknown as Change;
    expect(verdict(await mia.post(`/v1/changes/${change.id}/approve`))).toEqual([200]);
    expect((await payees())[0]?.status).toBe('open');
    expect((await eve.send('DELETE', `/v1/payees/${id}`)).status).toBe(202);
  });

  describe('[payee.blocked] a blocked payee is paid by nobody', () => {
    const refused = {
      status: 'failed',
      error: { code: 'denied_by_policy', message: expect.stringContaining('blocked payee') },
    };
    const block = async (iban = german) =>
      await client.post<Payee>('/v1/payees', { account: { iban }, status: 'blocked' });

    it('without a gate, in any spelling', async () => {
      await block();
      const run = await pay({ amount: 1, iban: 'de89 3704 0044 0532 0130 00' });
      expect(await callsOf(client, run.id)).toMatchObject([refused]);
      expect(await payments()).toEqual([]);
      await pay({ amount: 1, iban: french });
      expect(await payments()).toHaveLength(1);
    });

    it.each([
      ['with strokes', 'DE89/3704/0044/0532/0130/00'],
      ['with other signs', 'DE89_370400440532013000;'],
      ['with digits of another script', 'DE٨٩ 3704 0044 0532 0130 00'],
      ['with a letter that nobody sees', 'DE89\u3164370400440532013000'],
    ])('written %s, which is malformed, and which hosts may read', async (_, iban) => {
      await block();
      host.calls.length = 0;
      const run = await pay({ amount: 1, iban });
      expect(await callsOf(client, run.id)).toMatchObject([refused]);
      expect(host.calls).toEqual([]);
    });

    it('with a gate, before it is held, after it was approved, and by a correction', async () => {
      acting = await startActing(service, { host, patches: [payPatch({ wired: { gate: 'confirm' } })] });
      ({ client } = acting);
      host.calls.length = 0;
      const hold = async (iban: string) => {
        const thread = await startThread(client, acting.agent.id);
        const run = await converse(client, thread, `/call pay {"amount":1,"iban":"${iban}"}\n---\n/say ok`);
        return { thread, run };
      };
      const { thread, run } = await hold(french);
      await block();
      const denied = await hold(german);
      expect(await callsOf(client, (await settled(client, denied.run.id)).id)).toMatchObject([refused]);
      const call = await pendingCall(client, thread);
      const revised = await client.post(`/v1/loom/runs/${run.id}/revise`, {
        tool_call_id: call,
        args: { amount: 1, iban: german },
      });
      expect(verdict(revised)).toEqual([422, 'denied_by_policy']);
      await block(french);
      await confirm(client, run.id, call);
      await settled(client, run.id);
      expect(await callsOf(client, run.id)).toMatchObject([refused]);
      expect(host.calls).toEqual([]);
    });
  });

  it('[payee.facts] a policy compares what was paid before, by the workspace and by the subject', async () => {
    const facts = (payee: object) => ({ required: ['payee'], properties: { payee: { properties: payee } } });
    await client.post('/v1/approval-policies', {
      key: 'payees',
      rules: [
        { name: 'moved', when: facts({ other_account: { const: true } }), then: 'deny' },
        {
          name: 'habit',
          when: facts({ subject: { properties: { known: { const: true } } } }),
          then: 'allow',
        },
        { name: 'known', when: facts({ known_name: { const: true } }), then: 'hold' },
        { name: 'new', then: 'hold', stages: [{ approvals: 2 }] },
      ],
    });
    const gate = { type: 'policy', policy: 'payees' } as const;
    const policed = payPatch({ key: 'pay_policed', wired: { gate } });
    const agent = await publishActing(client, undefined, [policed], { key: 'policed' });
    const ruleFor = async (args: object, subject = client) => {
      const thread = await startThread(subject, agent.id);
      const run = await converse(subject, thread, `/call pay_policed ${JSON.stringify(args)}\n---\n/say ok`);
      const [call] = await callsOf(subject, run.id);
      return call?.gate_rule && 'rule' in call.gate_rule ? call.gate_rule.rule : undefined;
    };
    const bo = { amount: 1, iban: german, name: 'Bo GmbH' };
    expect(await ruleFor(bo)).toBe('new');
    await pay(bo);
    expect(await ruleFor({ ...bo, name: 'BO' })).toBe('habit');
    expect(await ruleFor(bo, client.with({ subject: 'cleo' }))).toBe('known');
    expect(await ruleFor({ ...bo, name: 'Somebody' }, client.with({ subject: 'cleo' }))).toBe('new');
    expect(await ruleFor({ ...bo, iban: french })).toBe('moved');
    // Approvers see another text in its place.
    const unseen = { amount: 1, iban: 'GB29NWBK60161331926819', name: 'Eve\u202E Ltd' };
    await pay(unseen);
    expect(await ruleFor(unseen, client.with({ subject: 'cleo' }))).toBe('known');
    // A malformed account has no facts: all stages of the policy.
    expect(await ruleFor({ ...bo, iban: 'DE1' })).toBeNull();
  });

  it('[payee.access] session tokens see no payees and payments', async () => {
    const direct = await directClient(client, await registerSigner(client));
    for (const path of ['/v1/payees', '/v1/payments'])
      expect(verdict(await direct.get(path))).toEqual([403, 'forbidden']);
  });
});

it('[payment.shown-first.whose] a held payment shows API keys what the workspace has paid, and all others what its subject has', async () => {
  const gated = payPatch({ key: 'pay_held', wired: { gate: 'confirm' } });
  acting = await startActing(service, { host, patches: [payPatch(), gated] });
  ({ client } = acting);
  await pay({ amount: 1, iban: german, name: 'Secret Holding' });
  await pay({ amount: 2, iban: german, name: 'Bo' }, { subject: client.as('bob') });
  await pay({ amount: 3, iban: french, name: 'Bo' });
  const [payee] = await payees('?q=DE89');
  await patch(client, payee?.id ?? '', { status: 'trusted', note: 'The landlord' });
  const bob = client.as('bob');
  const thread = await startThread(bob, acting.agent.id);
  const args = JSON.stringify({ amount: 4, iban: german, name: 'Bo' });
  const { id } = await converse(bob, thread, `/call pay_held ${args}\n---\n/say ok`);

  const { data: sent } = await client.get<SentPayment[]>(`/v1/payees/${payee?.id}/payments`);
  const [second, first] = sent;
  const workspace = {
    id: payee?.id,
    status: 'trusted',
    known: true,
    payments: 2,
    first_paid_at: first?.sent_at,
    last_paid_at: second?.sent_at,
    other_account: true,
  };
  const own = {
    known: true,
    payments: 1,
    first_paid_at: second?.sent_at,
    last_paid_at: second?.sent_at,
    other_account: false,
  };
  const shownTo = async (reader: ApiClient) => {
    const [item] = (await reader.get<Approval[]>('/v1/loom/approvals')).data;
    const { pending_confirmation } = (await reader.get<Thread>(`/v1/loom/threads/${thread}`)).data;
    const [listed] = (await reader.get<Thread[]>('/v1/loom/threads')).data;
    const run = (await reader.get<Run>(`/v1/loom/runs/${id}`)).data;
    const [listedRun] = (await reader.get<Run[]>('/v1/loom/runs')).data;
    const [traced] = await callsOf(reader, id);
    return [
      item?.payment,
      pending_confirmation?.payment,
      listed?.pending_confirmation?.payment,
      run.pending_confirmations?.[0]?.payment,
      listedRun?.pending?.payment,
      traced?.payment,
    ].map((payment) => {
      const { name, account, institution, country, ...figures } = payment?.payee ?? {};
      expect([name, account !== undefined, institution !== undefined, country]).toEqual([
        'Bo',
        true,
        true,
        'DE',
      ]);
      return figures;
    });
  };
  expect(await shownTo(bob)).toEqual(Array.from({ length: 6 }, () => workspace));
  const token = await directClient(client.as('bob'), await registerSigner(client), { sub: 'bob' });
  expect(await shownTo(token)).toEqual(Array.from({ length: 6 }, () => own));
  const held = (await eventsOf(service.db, id)).find(({ type }) => type === 'write.confirmation_requested');
  expect(held?.data).toMatchObject({ payment: { payee: own } });
  for (const secret of ['trusted', 'landlord', 'Secret Holding', payee?.id ?? ''])
    expect(JSON.stringify(held?.data)).not.toContain(secret);
  // They were true when the call came to its gate.
  await pay({ amount: 5, iban: german, name: 'Bo' }, { subject: bob });
  const [still] = (await bob.get<Approval[]>('/v1/loom/approvals')).data;
  expect(still?.payment?.payee).toMatchObject(workspace);
});
