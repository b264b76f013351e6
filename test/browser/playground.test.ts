import { expect, it } from 'vitest';
import type { Event } from '#contract/event.ts';
import type { Message } from '#contract/message.ts';
import type { Trace } from '#contract/run.ts';
import type { Thread } from '#contract/thread.ts';
import { press, tabTo } from '../support/by-keyboard.ts';
import { type ConsolePage, startConsole } from '../support/console.ts';
import { converse, post, publishScripted, settled, startThread } from '#clients/raw/conversation.ts';
import { startProxy } from '../support/proxy.ts';
import { perFile } from '../support/per-file.ts';

const stage = perFile(startConsole);
const payment = '/call send_payment {"amount":12.5,"currency":"EUR","to":"Bo"}\n---\n/say Paid.';

/** Opens the playground as a subject of the test's own and says something to a new thread. */
async function say(subject: string, text: string): Promise<ConsolePage> {
  const page = await stage.open(`/playground?subject=${subject}`);
  await page.getByLabel('Message', { exact: true }).fill(text);
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('article', { name: 'You said' }).waitFor();
  return page;
}

/** Says something more on the thread of a page, once what was said before has been accepted: until then, Enter does nothing. */
async function sayMore(page: ConsolePage, text: string): Promise<void> {
  await page.getByLabel('Message', { exact: true }).fill(text);
  const send = page.getByRole('button', { name: 'Send', exact: true });
  await expect.poll(async () => await send.isEnabled()).toBe(true);
  await page.keyboard.press('Enter');
}

async function done(page: ConsolePage): Promise<void> {
  expect(page.complaints).toEqual([]);
  await page.close();
}

it('[console.converse] [console.curl] a message gets its streamed reply, its events and the command that does the same, without a key; and the work has the origin playground and the actor that signed in', async () => {
  const page = await say('carol', '/say One **moment**.\n/say Good morning.');
  const reply = page.getByRole('article', { name: 'Demo said' });
  await reply.getByText('Good morning.').waitFor();
  expect(await reply.locator('strong').textContent()).toBe('moment');
  const lastEvent = async () =>
    (await stage.client.get<Event[]>('/v1/events?type=run.completed&limit=1')).data[0];
  await expect.poll(lastEvent).toMatchObject({ origin: 'playground', context: { subject_ref: 'carol' } });
  // The reply is announced as a whole.
  await page.getByRole('status').getByText('Demo said: One **moment**.').waitFor({ state: 'attached' });
  const events = page.getByRole('region', { name: 'Events, newest first' });
  await events.getByText('run.completed', { exact: true }).waitFor();
  await events.getByText('run.started', { exact: true }).click();
  await page.getByRole('region', { name: 'Event run.started' }).getByText('"seq": 1').waitFor();
  await page.getByRole('tab', { name: 'curl' }).click();
  const command = await page.getByRole('region', { name: 'curl: Send the message' }).textContent();
  expect(command).toContain('$HEDDLE_API_KEY');
  expect(command).toContain("-H 'Service-Subject: carol'");
  expect(await page.content()).not.toContain(stage.apiKey);
  await done(page);
});

it('[console.context] whoever starts a conversation gives the facts that a backend would give', async () => {
  const { id } = await publishScripted(stage.client, {
    key: 'with-context',
    name: 'With context',
    context: { schema: { type: 'object', properties: { account_id: { type: 'string' } } } },
  });
  const page = await stage.open('/playground?subject=cora');
  const agents = page.getByLabel('Agent', { exact: true });
  await agents.selectOption({ label: 'With context, version 1 (scripted)' });
  await page.getByLabel('account_id (string)').fill('acc_81');
  await page.getByLabel('Message', { exact: true }).fill('/say Hello.');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('article', { name: 'With context said' }).getByText('Hello.').waitFor();
  const { data: threads } = await stage.client.as('cora').get<Thread[]>('/v1/loom/threads');
  const thread = `/v1/loom/threads/${threads[0]?.id}`;
  expect((await stage.client.as('cora').get<Thread>(thread)).data.context).toEqual({ account_id: 'acc_81' });
  // Conversations begin with the newest agent.
  expect((await stage.client.post(`/v1/agents/${id}/archive`)).status).toBe(200);
  await done(page);
});

it('[console.converse] a message is shown once, also while the answer to it is still on its way', async () => {
  const thread = await startThread(stage.client.as('mona'), stage.agent.id);
  const page = await stage.open(`/playground?subject=mona&thread=${thread}`);
  const shown = Promise.withResolvers<void>();
  await page.route('**/messages', async (route) => {
    if (route.request().method() !== 'POST') return await route.fallback();
    const response = await route.fetch();
    await shown.promise;
    await route.fulfill({ response });
  });
  await page.getByLabel('Message', { exact: true }).fill('/say Hello');
  await page.keyboard.press('Enter');
  const said = page.getByRole('article', { name: 'You said' });
  // It has a time once it was read from the API.
  await said.locator('time').waitFor();
  expect(await said.count()).toBe(1);
  shown.resolve();
  await page.getByRole('article', { name: 'Demo said' }).getByText('Hello').waitFor();
  const send = page.getByRole('button', { name: 'Send', exact: true });
  await expect.poll(async () => await send.getAttribute('aria-busy')).toBeNull();
  expect(await said.count()).toBe(1);
  await done(page);
});

it('[console.approve] a held payment is shown by its summary, and an approval carries it out in the name of whoever signed in', async () => {
  const page = await say('emil', payment);
  const card = page.getByRole('region', { name: 'Send 12.5 EUR' });
  await card.getByText('High risk').waitFor();
  await card.getByText(/expires in/).waitFor();
  const approve = card.getByRole('button', { name: 'Approve' });
  await approve.waitFor();
  await expect.poll(async () => await page.getByLabel('Message', { exact: true }).isDisabled()).toBe(true);
  await approve.click();
  await card.getByText('Approved and done').waitFor();
  await page.getByRole('article', { name: 'Demo said' }).getByText('Paid.').waitFor();
  const { data: runs } = await stage.client.as('emil').get<{ id: string }[]>('/v1/loom/runs');
  const { data: trace } = await stage.client.as('emil').get<Trace>(`/v1/loom/runs/${runs[0]?.id}/trace`);
  expect(trace.turns[0]?.tool_calls[0]?.decision).toMatchObject({ decision: 'approve', actor: 'Ada' });
  await done(page);
});

it('[console.approve] [console.cancel] what events say of a held call counts, while the thread cannot be read', async () => {
  const client = stage.client.as('nele');
  const thread = await startThread(client, stage.agent.id);
  const page = await stage.open(`/playground?subject=nele&thread=${thread}`);
  await page.getByText('Live', { exact: true }).waitFor();
  const card = page.getByRole('region', { name: 'Send 12.5 EUR' });
  const approve = card.getByRole('button', { name: 'Approve' });
  let readable = await holdReads(page, thread);
  const run = await post(client, thread, payment);
  await card.waitFor();
  expect(await card.textContent()).toContain('Waiting for approval');
  expect(await approve.count()).toBe(0);
  expect(await page.getByText('Demo is working').count()).toBe(0);
  readable();
  await approve.waitFor();

  readable = await holdReads(page, thread);
  await client.post(`/v1/loom/runs/${run}/cancel`);
  await page.getByText('Cancelled', { exact: true }).waitFor();
  expect(await approve.count()).toBe(0);
  readable();
  await done(page);
});

/** From now on the page gets no answer when it reads the thread, until the returned function is called. */
async function holdReads(page: ConsolePage, thread: string): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(`**/v1/loom/threads/${thread}`, async (route) => {
    await held.promise;
    await route.fallback();
  });
  return held.resolve;
}

it("[console.words-stay] [console.cancel] an agent's words before a gate stay above it when it is decided, and when it is opened again", async () => {
  const page = await say('wanda', `/say I have prepared it.\n${payment}`);
  const card = page.getByRole('region', { name: 'Send 12.5 EUR' });
  const order = async () => await page.locator('[data-item]').allTextContents();
  const words = page.getByRole('article', { name: 'Demo said' }).getByText('I have prepared it.');
  const isAbove = async () => {
    const texts = await order();
    const said = texts.findIndex((text) => text.startsWith('Demo') && text.includes('I have prepared it.'));
    return said !== -1 && said + 1 === texts.findIndex((text) => text.includes('Send 12.5 EUR'));
  };
  await card.getByRole('button', { name: 'Approve' }).waitFor();
  await expect.poll(isAbove).toBe(true);
  // A reader who opens it during the pause gets the text before the pause after the waiting item.
  await page.reload();
  await card.getByRole('button', { name: 'Approve' }).waitFor();
  await expect.poll(isAbove).toBe(true);
  await expect.poll(async () => await words.count()).toBe(1);
  await card.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('article', { name: 'Demo said' }).getByText('Paid.').waitFor();
  expect(await isAbove()).toBe(true);
  expect(await words.count()).toBe(1);
  await page.reload();
  await page.getByRole('article', { name: 'Demo said' }).getByText('Paid.').waitFor();
  await expect.poll(isAbove).toBe(true);
  expect(await words.count()).toBe(1);
  await page.getByLabel('Message', { exact: true }).fill(`/say Once more.\n${payment}`);
  await page.keyboard.press('Enter');
  await card.getByRole('button', { name: 'Approve' }).waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel the run' }).click();
  await page.getByText('Cancelled', { exact: true }).waitFor();
  await card.getByRole('button', { name: 'Approve' }).waitFor({ state: 'detached' });
  await page.getByRole('article', { name: 'Demo said' }).getByText('Once more.').waitFor();
  await done(page);
});

it('[console.earlier] what is older is read with what happened in it, and what one reads stays where it is', async () => {
  const client = stage.client.as('olga');
  const thread = await startThread(client, stage.agent.id);
  const runs = 45;
  for (let run = 1; run <= runs; run += 1) {
    const text = `/call list_banks {"country":"DE"}\n---\n/say Reply ${run}.`;
    await settled(client, await post(client, thread, text));
  }
  await settled(client, await post(client, thread, payment));
  const page = await stage.open(`/playground?subject=olga&thread=${thread}`);
  await page.getByRole('button', { name: 'Approve' }).waitFor();
  const replies = page.getByRole('article', { name: 'Demo said' });
  const calls = page.locator('summary', { hasText: 'list_banks' });
  const asked = page.getByRole('article', { name: 'You said' });
  // Each reply with its question and its call.
  const counts = async () => [await replies.count(), await asked.count(), await calls.count()];
  const whole = async () => {
    const [replied = 0, questions = 0, called = 0] = await counts();
    return replied > 0 && replied === called && questions === replied + 1 ? replied : 0;
  };
  await expect.poll(whole).toBeGreaterThan(0);
  expect(await whole()).toBeLessThan(runs);
  const region = page.getByRole('region', { name: 'Conversation' });
  const earlier = page.getByRole('button', { name: 'Show earlier messages' });
  await region.evaluate((element) => {
    (element as { scrollTop: number }).scrollTop = 0;
  });
  const first = replies.first();
  const text = await first.locator('p').last().textContent();
  const before = await first.boundingBox();
  const shown = await whole();
  await earlier.click();
  await expect.poll(whole).toBeGreaterThan(shown);
  const same = replies.filter({ hasText: new RegExp(`${text}$`) });
  const after = await same.boundingBox();
  expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(60);

  await earlier.click();
  await expect.poll(whole).toBe(runs);
  await earlier.waitFor({ state: 'detached' });

  // When the events are gone, the traces tell.
  await stage.service.db.events.deleteMany({ thread_id: thread });
  await page.reload();
  await page.getByRole('button', { name: 'Approve' }).waitFor();
  await expect.poll(async () => await calls.count()).toBeGreaterThan(10);
  await done(page);
});

it('[console.reject] [console.outcome] [console.blocks] [console.see-the-run] a rejection takes a reason and a report a note, of which the agent is told; plans and blocks of known kinds are shown, and a block of another kind by its words', async () => {
  const page = await say('finn', `${payment.split('\n')[0]}\n---\n/say {{last}}`);
  const card = page.getByRole('region', { name: 'Send 12.5 EUR' });
  await card.getByRole('button', { name: 'Reject…' }).click();
  await card.getByLabel('Reason').fill('Too much');
  await card.getByLabel('Reason').press('Control+Enter');
  await card.getByText('Rejected').waitFor();
  const replies = page.getByRole('article', { name: 'Demo said' });
  await replies.getByText('"reason":"Too much"').waitFor();

  await sayMore(page, '/call sign_contract {"document":"lease"}\n---\n/say {{last}}');
  await page.getByLabel('Note').fill('At the notary');
  await page.getByRole('button', { name: 'It happened' }).click();
  await replies.getByText('At the notary').waitFor();

  const table =
    '{"kind":"table","payload":{"title":"Rates","columns":["To","Rate"],"rows":[["USD","1.08"]]}}';
  const plan = '/call update_plan {"steps":[{"title":"Look","status":"done"}]}';
  await sayMore(page, `${plan}\n/call show_block ${table}\n---\n/say Here.`);
  await page.getByRole('table').getByText('USD').waitFor();
  await page.getByRole('region', { name: 'Plan' }).getByText('Look').waitFor();
  await sayMore(
    page,
    '/call show_block {"kind":"hologram","payload":{"title":"A hologram"}}\n---\n/say There.',
  );
  await replies.getByText('There.').waitFor();
  // Every message and card leads to its run.
  const run = /console\/runs\/[0-9a-f-]{36}\?subject=finn$/;
  for (const place of [replies.first(), page.getByRole('article', { name: 'You said' }).first(), card]) {
    expect(await place.getByRole('link', { name: 'See the run' }).getAttribute('href')).toMatch(run);
  }
  await done(page);
});

it('[console.see-the-run] a plan, a handoff and the end of a run lead to it too', async () => {
  const plan = '/call update_plan {"steps":[{"title":"Look","status":"done"}]}';
  const page = await say('hanna', `${plan}\n/call handoff {"reason":"A complaint"}`);
  const items = page.locator('[data-item]');
  const cancel = page.getByRole('button', { name: 'Cancel', exact: true });
  // The model of the run, which reads the newest message, is to be done with it before there is another one.
  await page.getByRole('region', { name: 'Handoff' }).waitFor();
  await cancel.waitFor({ state: 'detached' });
  await sayMore(page, payment);
  await page.getByRole('button', { name: 'Approve' }).waitFor();
  await cancel.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel the run' }).click();
  const run = /console\/runs\/[0-9a-f-]{36}\?subject=hanna$/;
  for (const item of [
    items.filter({ has: page.getByRole('region', { name: 'Plan' }) }),
    items.filter({ has: page.getByRole('region', { name: 'Handoff' }) }),
    items.filter({ hasText: /^Cancelled/ }),
  ]) {
    const link = item.getByRole('link', { name: 'See the run' });
    expect(await link.getAttribute('href')).toMatch(run);
  }
  await done(page);
});

it('[console.blocks] the data of a structured reply is shown as it is, a link that is none too, and a part that cannot be shown takes nothing else with it', async () => {
  const client = stage.client.as('kim');
  const thread = await startThread(client, stage.agent.id);
  const links = { kind: 'links', payload: { items: [{ label: 'Write to us', url: 'mailto:%' }] } };
  const rows = Array.from({ length: 900 }, () => [1]);
  const table = { kind: 'table', payload: { columns: ['N'], rows } };
  const calls = [links, table].map((block) => `/call show_block ${JSON.stringify(block)}`);
  await settled(client, await post(client, thread, `${calls.join('\n')}\n---\n/say Here.`));
  const page = await stage.open(`/playground?subject=kim&thread=${thread}`, {
    // Nothing that a block may hold is known to break its view. This breaks that of the table.
    prepare: async (opened) => {
      await opened.addInitScript(`
        const written = Number.prototype.toLocaleString;
        Number.prototype.toLocaleString = function (...args) {
          if (Number(this) === 900) throw new Error('broken on purpose');
          return written.apply(this, args);
        };`);
    },
  });
  const reply = page.getByRole('article', { name: 'Demo said' });
  await reply.getByRole('link', { name: 'Write to us' }).getByText('%').waitFor();
  await reply.getByText('This part cannot be shown.').waitFor();
  await reply.getByText('Here.', { exact: true }).waitFor();
  expect(page.complaints.every((complaint) => complaint.includes('broken on purpose'))).toBe(true);

  const reply_schema = { type: 'object', properties: { total: { type: 'number' } } };
  const agent = await publishScripted(client, { key: 'quotes', reply_schema });
  const structured = await startThread(client, agent.id);
  await converse(client, structured, '/say {"total": 12.5}');
  await page.goto(`/console/playground?subject=kim&thread=${structured}`);
  await page.getByRole('article', { name: 'Scripted said' }).getByText('"total": 12.5').waitFor();
  await page.close();
  // A new conversation is with the agent that was published last.
  await client.post(`/v1/agents/${agent.id}/archive`);
});

it('[console.failure] a failed run is shown with its code, and a refused message with its code and Request-Id', async () => {
  const page = await say('jana', '/call no_such {}\n/bad\n---\n/bad\n---\n/bad\n---\n/bad');
  const failure = page.getByRole('region', { name: 'Failure' });
  await failure.getByText('invalid_args').waitFor();
  await page.route('**/messages', async (route) => {
    if (route.request().method() !== 'POST') return await route.fallback();
    // The server refuses a content that is not text.
    await route.continue({ postData: '{"content":7}' });
  });
  await page.getByLabel('Message', { exact: true }).fill('Hello');
  await page.keyboard.press('Enter');
  const alert = page.getByRole('alert');
  await alert.getByText('invalid_request').waitFor();
  expect(await alert.textContent()).toMatch(/Request-Id [0-9a-f-]{36}/);
  // An unsent message is not lost.
  await expect.poll(async () => await page.getByLabel('Message', { exact: true }).inputValue()).toBe('Hello');
  await page.close();
});

it('[console.nothing-missed] a connection that breaks and comes back misses nothing and doubles nothing', async () => {
  const { hostname, port } = new URL(stage.service.baseUrl);
  const proxy = await startProxy({ host: hostname, port: Number(port) });
  const client = stage.client.as('lena');
  const thread = await startThread(client, stage.agent.id);
  const page = await stage.open(`/playground?subject=lena&thread=${thread}`, {
    baseURL: `http://127.0.0.1:${proxy.port}`,
  });
  const replies = page.getByRole('article', { name: 'Demo said' });
  await page.getByText('Live', { exact: true }).waitFor();
  await settled(client, await post(client, thread, '/say First'));
  await replies.getByText('First').waitFor();
  await proxy.cut();
  await page.getByText('Reconnecting').first().waitFor();
  await settled(client, await post(client, thread, '/call list_banks {"country":"DE"}\n---\n/say Second'));
  await settled(client, await post(client, thread, '/say Third'));
  await proxy.restore();
  // As a browser says when its network is back, which ends a pause before the next try: of up to 19 s by now.
  const reconnected = async () => {
    await page.evaluate(`dispatchEvent(new Event('online'))`);
    return await replies.getByText('Third').count();
  };
  await expect.poll(reconnected).toBe(1);
  const { data: events } = await client.get<Event[]>(`/v1/events?thread_id=${thread}&limit=100`);
  const { data: messages } = await client.get<Message[]>(`/v1/loom/threads/${thread}/messages`);
  const shown = page.getByRole('region', { name: 'Events, newest first' }).getByRole('listitem');
  await expect.poll(async () => await shown.count()).toBe(events.length);
  await expect.poll(async () => await page.getByRole('article').count()).toBe(messages.length);
  await page.close();
  await proxy.cut();
});

it.each([
  {
    width: 1440,
    toList: async (page: ConsolePage) => {
      await tabTo(page, page.getByRole('button', { name: 'New conversation' }));
      await page.keyboard.press('j');
    },
  },
  {
    width: 390,
    toList: async (page: ConsolePage) => {
      await press(page, page.getByRole('button', { name: 'Conversations' }));
      const list = page.getByRole('dialog', { name: 'Conversations' });
      await tabTo(page, list.getByRole('link', { name: /^Ask user/ }).first());
    },
  },
])(
  '[console.talk-by-keyboard] [console.answer] a conversation is begun, answered and found again by keyboard alone on $width pixels',
  async ({ width, toList }) => {
    const page = await stage.open(`/playground?subject=gail-${width}`, { viewport: { width, height: 800 } });
    await tabTo(page, page.getByLabel('Message', { exact: true }));
    const options = '{"question":"Which?","options":["Giro","Savings"]}';
    await page.keyboard.insertText(`/call ask_user ${options}\n---\n/say {{last}}`);
    await page.keyboard.press('Enter');
    await press(page, page.getByRole('button', { name: 'Savings' }));
    const reply = page.getByRole('article', { name: 'Demo said' }).getByText('{"answer":"Savings"}');
    await reply.waitFor();
    await page.getByRole('button', { name: 'Giro' }).waitFor({ state: 'detached' });

    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').waitFor();
    await page.keyboard.type('New conv');
    await page.getByRole('option', { name: 'New conversation', selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await reply.waitFor({ state: 'detached' });
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await toList(page);
    await page.locator('a:focus', { hasText: 'Ask user' }).waitFor();
    await page.keyboard.press('Enter');
    await reply.waitFor();
    await done(page);
  },
);
