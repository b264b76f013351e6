import { expect, it } from 'vitest';
import { converse, startThread } from '#clients/raw/conversation.ts';
import { type ConsolePage, startConsole } from '../support/console.ts';
import { perFile } from '../support/per-file.ts';

/** Texts of users and models that try to mislead a reader. */

const stage = perFile(startConsole);

const unseen = '\u202Egnp.exe';
const formula = `=HYPERLINK("https://evil.example","${unseen}")`;
const links = {
  kind: 'links',
  payload: {
    items: [
      { label: `Read${unseen}`, url: 'javascript:document.title="stolen"' },
      { label: 'Data', url: 'data:text/html,<script>document.title="stolen"</script>' },
    ],
  },
};

/** Runs in the page: what stands over its edge, if the page can be scrolled sideways. */
const tooWide = `(() => {
  if (document.documentElement.scrollWidth <= innerWidth) return [];
  return [...document.querySelectorAll('#main *')]
    .filter((element) => element.getBoundingClientRect().right > innerWidth)
    .slice(0, 12)
    .map(({ tagName, className }) => tagName + '.' + className);
})()`;

/** That nothing on the page is wider than a phone, runs a script when it is pressed, or turns the direction of what stands beside it. */
async function isHarmless(page: ConsolePage): Promise<void> {
  await expect.poll(async () => await page.getByText('Loading…').count()).toBe(0);
  expect([new URL(page.url()).pathname, ...(await page.evaluate<string[]>(tooWide))]).toHaveLength(1);
  const addresses = await page.evaluate<string[]>(
    `[...document.querySelectorAll('[href], [src], [action]')].map((element) => element.href ?? element.src ?? element.action)`,
  );
  expect(addresses.filter((address) => /^(javascript|data:text|vbscript)/i.test(address))).toEqual([]);
}

it('[console.hostile] names and messages of 10,000 characters, marks that turn the text round, and addresses that are scripts do no harm', async () => {
  const client = stage.client.as('mallory');
  const long = `${unseen} ${'w'.repeat(10_000)}`;
  const thread = await startThread(client, stage.agent.id);
  await converse(
    client,
    thread,
    `/say [Click](javascript:alert(1)) ${long}\n/call show_block ${JSON.stringify(links)}\n---\n/say ${long}`,
  );
  const held = await converse(
    client,
    await startThread(client, stage.agent.id),
    `/call send_payment ${JSON.stringify({ amount: 5, currency: 'EUR', to: long.slice(0, 3000) })}`,
  );
  const page = await stage.open(`/playground?subject=mallory&thread=${thread}`, {
    viewport: { width: 390, height: 844 },
  });
  await page.getByRole('article', { name: 'Demo said' }).first().waitFor();
  await isHarmless(page);
  for (const path of [
    '/runs?subject=mallory',
    `/runs/${held.id}?subject=mallory`,
    '/inbox?subject=mallory',
    '/requests',
  ]) {
    await page.goto(`/console${path}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page
      .getByRole('main')
      .getByText(/mallory|202E|Send|\/v1/)
      .first()
      .waitFor();
    await isHarmless(page);
  }
  // An unseen mark is written out where rows show it.
  await page.goto('/console/runs?subject=mallory');
  await page.getByText('[U+202E]').first().waitFor();
  expect(await page.getByRole('region', { name: 'Runs', exact: true }).textContent()).not.toContain('\u202E');
  expect(await page.title()).not.toContain('stolen');
  expect(page.complaints).toEqual([]);
  await page.close();
});

it('[console.csv] a message that is a formula is text in the file of the runs', async () => {
  const client = stage.client.as('frida');
  await converse(client, await startThread(client, stage.agent.id), formula);
  const page = await stage.open('/runs?subject=frida');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Runs as CSV' }).click(),
  ]);
  const text = (await (await file.createReadStream()).setEncoding('utf8').toArray()).join('');
  expect(text).toContain(`"'=HYPERLINK(`);
  expect(text).not.toMatch(/(^|,|\n)"?=/);
  await page.close();
});

it('[console.hostile] what the address asks for of a hostile link is text or nothing', async () => {
  const page = await stage.open(
    `/runs?text=${encodeURIComponent('<img src=x onerror=alert(1)>')}&state=%3Cscript%3E&from=javascript:&order=1&agent_key=${'k'.repeat(2000)}`,
  );
  await page.getByRole('heading', { level: 1, name: 'Runs' }).waitFor();
  expect(await page.getByRole('searchbox', { name: 'Message' }).inputValue()).toBe(
    '<img src=x onerror=alert(1)>',
  );
  await page.goto('/console/sign-in?back=//evil.example');
  await page.goto('/console/inbox?sort=%00&call=../../x&run=javascript:alert(1)');
  await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
  expect(new URL(page.url()).origin).toBe(stage.service.baseUrl);
  await page.close();
});
