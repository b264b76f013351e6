import { expect, it } from 'vitest';
import type { Message } from '#contract/message.ts';
import type { Run } from '#contract/run.ts';
import { insertLink } from '#store/console/links.ts';
import { newSecret } from '#store/console/sessions.ts';
import { type ConsolePage, startConsole } from '../support/console.ts';
import { converse, post, settled, startThread } from '#clients/raw/conversation.ts';
import { perFile } from '../support/per-file.ts';

const stage = perFile(startConsole);
const payment = (to: string) =>
  `/call send_payment ${JSON.stringify({ amount: 7, currency: 'EUR', to, note: 'Not in the summary' })}\n---\n/say Paid.`;

/** A payment of a subject that waits: its run and its thread. */
async function hold(subject: string, to = 'Bo'): Promise<Run> {
  const client = stage.client.as(subject);
  return await converse(client, await startThread(client, stage.agent.id), payment(to));
}

/** Carries the next request to a path out and loses its answer. Resolves to the keys of all requests to it. */
async function loseAnswer(page: ConsolePage, path: string): Promise<string[]> {
  const keys: string[] = [];
  await page.route(path, async (route) => {
    if (route.request().method() !== 'POST') return await route.fallback();
    keys.push((await route.request().headerValue('Idempotency-Key')) ?? '');
    if (keys.length > 1) return await route.continue();
    await route.fetch();
    await route.abort('connectionreset');
  });
  return keys;
}

it('[console.once] a decision and a message whose answers are lost are repeated with their keys, and happen once', async () => {
  const { thread_id } = await hold('once');
  const page = await stage.open(`/playground?subject=once&thread=${thread_id}`);
  const decisions = await loseAnswer(page, '**/confirm');
  const messages = await loseAnswer(page, '**/messages');
  const card = page.getByRole('region', { name: 'Send 7 EUR' });
  await card.getByRole('button', { name: 'Approve' }).click();
  await card.getByText('Approved and done').waitFor();
  await page.getByText('Paid.', { exact: true }).first().waitFor();
  await page.getByLabel('Message', { exact: true }).fill('/say Heard once.');
  await page.keyboard.press('Enter');
  await page.getByRole('article', { name: 'Demo said' }).getByText('Heard once.').waitFor();
  for (const keys of [decisions, messages]) {
    await expect.poll(() => keys.length).toBeGreaterThan(1);
    expect(new Set(keys).size).toBe(1);
  }
  const { data: all } = await stage.client
    .as('once')
    .get<Message[]>(`/v1/loom/threads/${thread_id}/messages`);
  expect(all.filter(({ content }) => content === '/say Heard once.')).toHaveLength(1);
  expect(await page.getByRole('alert').count()).toBe(0);
  await page.close();
});

it('[console.back-to-page] a session that ends while one types loses nothing of it', async () => {
  const { thread_id } = await hold('typist');
  const page = await stage.open(`/playground?subject=typist&thread=${thread_id}`);
  const card = page.getByRole('region', { name: 'Send 7 EUR' });
  await card.getByRole('button', { name: 'Reject…' }).click();
  await card.getByLabel('Reason').fill('A long reason');
  // It ends after the click: the page itself asks for something every few seconds, and would notice it before.
  await page.route(
    '**/confirm',
    async (route) => {
      await stage.service.db.console_sessions.deleteMany({ workspace_id: stage.workspaceId });
      await route.continue();
    },
    { times: 1 },
  );
  await card.getByRole('button', { name: 'Reject' }).click();
  await page.getByLabel('API key').fill(stage.apiKey);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect.poll(async () => await card.getByLabel('Reason').inputValue()).toBe('A long reason');
  await card.getByRole('button', { name: 'Reject' }).click();
  await card.getByText('Rejected').waitFor();
  // It is followed again.
  await page.getByText('Paid.', { exact: true }).first().waitFor();
  await page.close();
});

it('[console.arguments] a held write shows all that would be sent, as text, and what cannot be seen written out', async () => {
  const { thread_id } = await hold(
    'sly',
    `Bo\u202E<img src=x onerror=alert(1)>${' '.repeat(3000)}and ${'x'.repeat(500)}`,
  );
  const page = await stage.open(`/playground?subject=sly&thread=${thread_id}`);
  const card = page.getByRole('region', { name: 'Send 7 EUR' });
  const args = card.getByRole('region', { name: 'Arguments of send_payment@1' });
  await args.getByText('Not in the summary').waitFor();
  expect(await args.textContent()).toContain('Bo[U+202E]<img src=x onerror=alert(1)>[3,000 spaces]and xxx');
  // Nothing is beyond the right edge.
  const widths = await args.evaluate(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth]);
  expect(widths[0]).toBe(widths[1]);
  await card.getByText('Bo[U+202E]<img src=x onerror=alert(1)> and xxx').waitFor();
  expect(page.complaints).toEqual([]);
  await page.close();
});

it('[console.stays] what somebody else settles stays in view as settled, and nothing takes its place', async () => {
  const first = await hold('stays');
  await hold('stays');
  const page = await stage.open('/inbox');
  await page.getByLabel('Subject').fill('stays');
  const rows = page.getByRole('list', { name: 'Waiting items' }).getByRole('link');
  await rows.nth(1).waitFor();
  const card = page.getByRole('region', { name: 'Send 7 EUR' });
  const approve = card.getByRole('button', { name: 'Approve' });
  await approve.waitFor();
  await stage.client.as('stays').post(`/v1/loom/runs/${first.id}/confirm`, {
    tool_call_id: (await pendingOf('stays', first.id)).tool_call_id,
    decision: 'reject',
  });
  await card.getByText('stays rejected this call first.').waitFor();
  await expect.poll(async () => await rows.count()).toBe(1);
  expect(await approve.count()).toBe(0);
  await rows.first().click();
  await approve.waitFor();
  await page.close();
});

async function pendingOf(subject: string, run: string) {
  const { data } = await stage.client.as(subject).get<Run>(`/v1/loom/runs/${run}`);
  if (data.pending === undefined) throw new Error('the run does not wait');
  return data.pending;
}

it('[console.nothing-missed] a thread that is opened while the API is away is followed once it is back', async () => {
  const client = stage.client.as('early');
  const thread = await startThread(client, stage.agent.id);
  const failed: string[] = [];
  const page = await stage.open(`/playground?subject=early&thread=${thread}`, {
    prepare: async (page) => {
      await page.route('**/v1/loom/realtime/config', async (route) => {
        failed.push(route.request().url());
        if (failed.length > 2) await route.continue();
        else await route.fulfill({ status: 503, json: { error: { code: 'unavailable', message: 'Away' } } });
      });
    },
  });
  await page.getByText('Live', { exact: true }).waitFor();
  await settled(client, await post(client, thread, '/say Here again'));
  await page.getByRole('article', { name: 'Demo said' }).getByText('Here again').waitFor();
  expect(failed.length).toBeGreaterThan(2);
  await page.close();
});

it('[console.catch-up] however many events come at once, the page reads what they tell of only a few times', async () => {
  const thread = await startThread(stage.client.as('busy'), stage.agent.id);
  const runs = Array.from({ length: 500 }, (_, index) => index);
  const replayed = runs.flatMap((index) =>
    ['run.started', 'run.completed'].map((type, at) => ({
      id: `evt_${(2 * index + at).toString(16).padStart(32, '0')}`,
      type,
      created_at: new Date(Date.UTC(2026, 0, 1) + 2 * index + at).toISOString(),
      seq: at + 1,
      run_id: `run-${index}`,
      data: {},
    })),
  );
  const body = replayed.map((event) => `id: ${event.id}\ndata: ${JSON.stringify(event)}\n\n`).join('');
  const reads: string[] = [];
  const page = await stage.open(`/playground?subject=busy&thread=${thread}`, {
    prepare: async (page) => {
      await page.route('**/events?since=start', async (route) => {
        await route.fulfill({ contentType: 'text/event-stream', body });
      });
      page.on('request', (request) => reads.push(new URL(request.url()).pathname));
    },
  });
  const events = page.getByRole('region', { name: 'Events, newest first' });
  await events.getByRole('button', { name: 'Show older ones' }).waitFor();
  await expect.poll(async () => await events.getByRole('listitem').count()).toBe(200);
  await page.getByText('Live', { exact: true }).waitFor();
  // A thousand events. On a slow machine the page also reads them again as it does every few seconds.
  expect(reads.filter((path) => path === `/v1/loom/threads/${thread}`).length).toBeLessThan(100);
  expect(reads.filter((path) => path.endsWith('/messages')).length).toBeLessThan(100);
  await page.close();
});

it('[console.markdown-safe] a text that cannot be rendered is shown as it is, and the page stays', async () => {
  const client = stage.client.as('deep');
  const thread = await startThread(client, stage.agent.id);
  await settled(client, await post(client, thread, `/say ${'> '.repeat(2500)}the end`));
  const page = await stage.open(`/playground?subject=deep&thread=${thread}`);
  const reply = page.getByRole('article', { name: 'Demo said' });
  await reply.getByText('the end').waitFor();
  await page.getByText('Live', { exact: true }).waitFor();
  expect(await reply.count()).toBe(1);
  await page.close();
});

it('[console.link-asks] a link that somebody sent does not replace a session unasked', async () => {
  const code = newSecret();
  const { db } = stage.service;
  const link = { workspace_id: stage.workspaceId, name: 'Mallory' };
  await insertLink(db, link, code, { now: new Date(), validMs: 3_600_000 });
  const page = await stage.open(`/sign-in?code=${code}`);
  await page.getByText('You are signed in').waitFor();
  await page.getByRole('button', { name: 'Stay signed in' }).click();
  await page.getByRole('button', { name: 'Ada' }).waitFor();
  expect(await db.console_links.countDocuments({ name: 'Mallory' })).toBe(1);
  await page.goto(`/console/sign-in?code=${code}`);
  await page.getByRole('button', { name: 'Use the link' }).click();
  await page.getByRole('button', { name: 'Mallory' }).waitFor();
  await page.close();
});
