/** Uses the package as its users do, in a project that has only the package. Prints its observations as JSON. */
import assert from 'node:assert/strict';
import {
  ApiError,
  ConnectionError,
  Heddle,
  isProposed,
  TimeoutError,
  signSessionToken,
  verifyDigest,
  verifyReceipt,
  verifyWebhook,
} from '@heddle/client';
import type { Event, RunUpdate } from '@heddle/client';

const { baseUrl, proxiedUrl, controlUrl, apiKey, agentId, payingAgentId, delivery, secret } = JSON.parse(
  process.env['EXERCISE'] ?? '',
) as {
  baseUrl: string;
  proxiedUrl: string;
  controlUrl: string;
  apiKey: string;
  agentId: string;
  payingAgentId: string;
  delivery: { body: string; headers: Record<string, string> };
  secret: string;
};
const heddle = new Heddle({ baseUrl, apiKey, subject: 'ada', actor: 'ada' });

async function codeOf(call: PromiseLike<unknown>): Promise<string> {
  try {
    await call;
  } catch (error) {
    if (error instanceof ApiError) return error.code;
    throw error;
  }
  return 'none';
}

async function payment(): Promise<object> {
  const thread = await heddle.threads.create({ agent_id: payingAgentId });
  const { run_id } = await heddle.threads.post(thread.id, '/call pay {"amount":12.5}\n---\n/say Paid.');
  const held = await heddle.runs.wait(run_id, { withinMs: 60_000 });
  assert.equal(held.pending?.kind, 'confirmation');
  const { tool_call_id, digest } = held.pending;
  assert.ok((await verifyDigest(held.pending)).includes(tool_call_id));
  const stale = await codeOf(
    heddle.runs.approve(run_id, { tool_call_id, digest: `sha-256=:${'A'.repeat(43)}=:` }),
  );
  const blocked = await heddle.threads.post(thread.id, 'Hello?').then(
    () => undefined,
    (error: unknown) =>
      error instanceof ApiError && error.is('awaiting_confirmation') ? error.details : undefined,
  );
  await heddle.runs.approve(run_id, { tool_call_id, digest });
  const again = await codeOf(heddle.runs.approve(run_id, { tool_call_id, digest }));
  const run = await heddle.runs.wait(run_id);
  const [call] = (await heddle.runs.trace(run_id)).turns.flatMap(({ tool_calls }) => tool_calls);
  const { jws } = await heddle.runs.receipt(run_id, tool_call_id);
  const { receipt } = await verifyReceipt(jws, { jwks: `${baseUrl}/.well-known/jwks.json` });
  assert.equal(receipt.digest, digest);
  return { state: run.state, said: run.message?.content, call: call?.status, stale, again, blocked };
}

async function pages(): Promise<object> {
  const thread = await heddle.threads.create({ agent_id: agentId });
  for (const content of ['one', 'two', 'three'])
    await heddle.runs.wait((await heddle.threads.post(thread.id, content)).run_id);
  const first = await heddle.threads.messages(thread.id, { limit: 2 });
  const all: string[] = [];
  for await (const { content } of heddle.threads.messages(thread.id, { limit: 2 })) all.push(content);
  const some = await heddle.threads.messages(thread.id, { limit: 2 }).toArray({ most: 3 });
  return {
    first: first.data.length,
    hasMore: first.pagination.has_more,
    all: all.toSorted(),
    some: some.length,
  };
}

/** A run is followed over its pause, from the start each time, and waited for to its end. */
async function followed(): Promise<object> {
  const { id } = await heddle.threads.create({ agent_id: payingAgentId });
  const posted = await heddle.threads.post(id, '/call pay {"amount":3}\n---\n/say Not paid.');
  const play = async (): Promise<RunUpdate[]> => {
    const steps: RunUpdate[] = [];
    for await (const step of heddle.runs.stream(posted.run_id, id)) steps.push(step);
    return steps;
  };
  const ids = (steps: RunUpdate[]): string[] => steps.map(({ event }) => event.id);
  const asked = await play();
  const { pending } = await heddle.runs.get(posted.run_id);
  assert.equal(pending?.kind, 'confirmation');
  const { tool_call_id, digest } = pending;
  await heddle.runs.reject(posted.run_id, { tool_call_id, digest });
  const answered = await play();
  const run = await heddle.runs.wait(posted.run_id, { until: 'end' });
  return {
    asked: asked.at(-1)?.event.type,
    ended: answered.at(-1)?.event.type,
    continues: ids(asked).join() === ids(answered.slice(0, asked.length)).join(),
    says: answered.at(-1)?.text === run.message?.content,
    once: new Set(ids(answered)).size === answered.length,
  };
}

/** The connection breaks in the middle of a reply; nothing is lost or repeated, and the deltas add up to the reply. */
async function events(): Promise<object> {
  const thread = await heddle.threads.create({ agent_id: agentId });
  const proxied = heddle.with({ baseUrl: proxiedUrl });
  const seen: Event[] = [];
  let text = '';
  let cut = false;
  const { run_id } = await heddle.threads.post(thread.id, '/say Good\n/sleep 1500\n/say morning.');
  for await (const event of proxied.threads.events(thread.id, { since: 'start' })) {
    if (event.type === 'message.delta') {
      const { index, text: piece } = event.data;
      text = index === 0 ? piece : text + piece;
      if (!cut) {
        cut = true;
        await fetch(`${controlUrl}/cut`, { method: 'POST' });
      }
    } else seen.push(event);
    if (event.type === 'run.completed') break;
  }
  const logged = await heddle.events.list({ run_id }).toArray();
  return {
    text,
    said: (await heddle.runs.get(run_id)).message?.content,
    seen: seen.map(({ id }) => id),
    logged: logged.map(({ id }) => id).toReversed(),
  };
}

/** The answer to the first attempt gets lost after the service has carried it out. */
async function lostAnswer(): Promise<object> {
  const keys: (string | null)[] = [];
  const losing = heddle.with({
    fetch: async (url, init) => {
      const response = await fetch(url, init);
      if (init?.method !== 'POST') return response;
      keys.push(new Headers(init.headers).get('idempotency-key'));
      if (keys.length === 1) throw new TypeError('fetch failed');
      return response;
    },
  });
  const { id } = await losing.threads.create({ agent_id: agentId, title: 'lost' });
  const threads = await heddle.threads.list().toArray();
  return {
    attempts: keys.length,
    keys: new Set(keys).size,
    threads: threads.filter(({ title }) => title === 'lost').map((thread) => thread.id),
    id,
  };
}

async function errors(): Promise<object> {
  const noRetries = { maxRetries: 0 };
  const codes = {
    not_found: await codeOf(heddle.runs.get('0190a000-0000-7000-8000-000000000000')),
    unknown_agent: await codeOf(heddle.threads.create({ agent_id: `agent_${'0'.repeat(32)}` })),
    unauthorized: await codeOf(heddle.with({ apiKey: 'sk_wrong' }).account.balance()),
    subject_required: await codeOf(new Heddle({ baseUrl, apiKey }).threads.create({ agent_id: agentId })),
    invalid_cursor: await codeOf(heddle.threads.list({ cursor: 'made-up' })),
    voice_unavailable: await codeOf(heddle.voice.voices({}, noRetries)),
  };
  const fields = await heddle.threads.create({ agent_id: '' }).then(
    () => [],
    (error: unknown) =>
      error instanceof ApiError && error.is('invalid_request') ? error.details.map(({ path }) => path) : [],
  );
  const nobody = await heddle
    .with({ baseUrl: 'http://127.0.0.1:9' })
    .account.balance(noRetries)
    .then(
      () => false,
      (error: unknown) => error instanceof ConnectionError && !(error instanceof TimeoutError),
    );
  const late = await heddle
    .with({
      fetch: async (_, init) =>
        await new Promise((_resolve, reject) =>
          init?.signal?.addEventListener('abort', () => {
            reject(new Error('aborted'));
          }),
        ),
    })
    .account.balance({ ...noRetries, timeoutMs: 20 })
    .then(
      () => false,
      (error: unknown) => error instanceof TimeoutError,
    );
  const reason = new Error('no longer wanted');
  const aborted = await heddle.account.balance({ signal: AbortSignal.abort(reason) }).then(
    () => false,
    (error: unknown) => error === reason,
  );
  return { codes, fields, nobody, late, aborted };
}

/** The service asks for patience twice. */
async function patience(): Promise<object> {
  let attempts = 0;
  const busy = heddle.with({
    fetch: async (url, init) => {
      attempts += 1;
      if (attempts > 2) return await fetch(url, init);
      const error = { code: 'rate_limited', message: 'Too many.' };
      return Response.json({ status: 'error', error }, { status: 429, headers: { 'retry-after': '0' } });
    },
  });
  await busy.account.balance();
  return { attempts };
}

async function webhook(): Promise<object> {
  const other = `whsec_${btoa('x'.repeat(24))}`;
  const refused = async (body: string, headers: Record<string, string>, by: string | string[]) =>
    await verifyWebhook({ body, headers }, by).then(
      () => 'accepted',
      (error: Error) => error.name,
    );
  const { id } = await verifyWebhook(delivery, [other, secret]);
  const asHeaders = await verifyWebhook(
    { body: new TextEncoder().encode(delivery.body), headers: new Headers(delivery.headers) },
    secret,
  );
  return {
    id,
    asHeaders: asHeaders.id,
    changed: await refused(`${delivery.body} `, delivery.headers, secret),
    otherSecret: await refused(delivery.body, delivery.headers, other),
    old: await refused(delivery.body, { ...delivery.headers, 'webhook-timestamp': '1000000000' }, secret),
    unsigned: await refused(delivery.body, {}, secret),
  };
}

/** A browser acts for one subject with a token that the backend signs. */
async function sessionToken(): Promise<object> {
  const { id, secret: keySecret } = await heddle.signingKeys.create({ algorithm: 'HS256', name: 'Web app' });
  assert.ok(keySecret !== undefined);
  const key = { id, algorithm: 'HS256', secret: keySecret } as const;
  const token = await signSessionToken(key, { sub: 'zoe', actor: 'eve' }, { expiresInSeconds: 60 });
  const browser = new Heddle({ baseUrl, apiKey: token });
  const { subject_ref } = await browser.threads.create({ agent_id: agentId });
  const others = (await browser.threads.list().toArray()).filter((thread) => thread.subject_ref !== 'zoe');
  const late = await signSessionToken(key, { sub: 'zoe' }, { at: new Date(Date.now() - 3_600_000) });
  const refused = await codeOf(browser.with({ apiKey: late }).threads.list());
  return { subject: subject_ref, others: others.length, late: refused };
}

const agent = await heddle.agents.get(agentId);
const report = {
  proposed: isProposed(agent),
  payment: await payment(),
  pages: await pages(),
  events: await events(),
  followed: await followed(),
  lostAnswer: await lostAnswer(),
  errors: await errors(),
  patience: await patience(),
  webhook: await webhook(),
  sessionToken: await sessionToken(),
};
console.log(JSON.stringify(report));
