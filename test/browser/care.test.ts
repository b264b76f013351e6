import { expect, it } from 'vitest';
import type { Run } from '#contract/run.ts';
import { type ConsolePage, startConsole } from '../support/console.ts';
import { converse, startThread } from '#clients/raw/conversation.ts';
import { confirm } from '../support/acting-run.ts';
import { perFile } from '../support/per-file.ts';

const stage = perFile(startConsole);
let page: ConsolePage;

/** A payment of a subject that waits. */
async function hold(subject: string, amount: number): Promise<Run> {
  const client = stage.client.as(subject);
  const text = `/call send_payment {"amount":${amount},"currency":"EUR","to":"Bo"}\n---\n/say Paid.`;
  return await converse(client, await startThread(client, stage.agent.id), text);
}

/** No request to the API is answered from now on, until `answer` is called. `asked` waits for the first. */
async function silence(page: ConsolePage): Promise<{ asked: Promise<void>; answer: () => void }> {
  const asked = Promise.withResolvers<void>();
  const heldBack = Promise.withResolvers<void>();
  await page.route('**/v1/**', async (route) => {
    asked.resolve();
    await heldBack.promise;
    await route.fallback();
  });
  return { asked: asked.promise, answer: heldBack.resolve };
}

it('[console.silence] an API that does not answer is noticed on every page', async () => {
  const page = await stage.open('/requests', { prepare: async (opened) => await opened.clock.install() });
  await page.getByRole('region', { name: 'Requests' }).waitFor();
  const { asked, answer } = await silence(page);
  await page.getByRole('link', { name: 'Runs', exact: true }).click();
  await asked;
  await page.clock.fastForward(10_000);
  const notice = page.getByText('The service does not answer.');
  await notice.waitFor();
  answer();
  await notice.waitFor({ state: 'detached' });
  expect(page.complaints).toEqual([]);
  await page.close();
});

it('[console.stale-list] a list that could not be read again says so above its rows, with the time of what they show', async () => {
  await hold('stella', 1);
  const page = await stage.open('/runs?subject=stella', {
    prepare: async (opened) => await opened.clock.install(),
  });
  const rows = page.getByRole('region', { name: 'Runs' }).locator('tbody tr');
  await rows.first().waitFor();
  await page.route('**/v1/loom/runs?*', async (route) => await route.fulfill({ status: 500, body: '{}' }));
  const notice = page.getByText(/could not be refreshed. It is as of \d/);
  const noticesLater = async (): Promise<number> => {
    await page.clock.fastForward(10_000);
    return await notice.count();
  };
  await expect.poll(noticesLater).toBe(1);
  const [above, first] = [await notice.boundingBox(), await rows.first().boundingBox()];
  expect(above?.y).toBeLessThan(first?.y ?? 0);
  await page.unroute('**/v1/loom/runs?*');
  await expect.poll(noticesLater).toBe(0);
  expect(await rows.count()).toBe(1);
  await page.close();
});

it.each([
  ['/overview', '**/v1/loom/stats?*', () => page.getByRole('img', { name: /^Runs by state/ })],
  ['/costs', '**/v1/loom/stats/costs?*', () => page.getByRole('region', { name: 'Days' })],
  ['/changes', '**/v1/changes*', () => page.getByText('No change', { exact: true })],
])(
  '[console.stale-list] %s says above what it shows that it could not be read again, and of when it is',
  async (path, url, shown) => {
    await hold('stella', 1);
    page = await stage.open(path, { prepare: async (opened) => await opened.clock.install() });
    await shown().first().waitFor();
    await page.route(url, async (route) => await route.fulfill({ status: 400, body: '{}' }));
    const notice = page.getByText(/could not be refreshed. It is as of \d/);
    // As when one comes back to the window after half a minute.
    const readAgain = async (): Promise<number> => {
      await page.clock.fastForward(30_000);
      await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
      return await notice.count();
    };
    await expect.poll(readAgain).toBeGreaterThan(0);
    await page.close();
  },
);

it('[console.silence] an API that does not answer is noticed before it is known who is signed in, and on the sign-in page', async () => {
  const held = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  page = await stage.open('/runs', {
    prepare: async (opened) => {
      await opened.clock.install();
      await opened.route('**/console/session', async (route) => {
        asked.resolve();
        await held.promise;
        await route.fallback();
      });
    },
  });
  await asked.promise;
  await page.clock.runFor(11_000);
  const notice = page.getByText('The service does not answer.');
  await notice.waitFor();
  held.resolve();
  await page.getByRole('heading', { level: 1, name: 'Runs' }).waitFor();
  await notice.waitFor({ state: 'detached' });
  await page.close();

  page = await stage.open('/sign-in', {
    name: null,
    prepare: async (opened) => await opened.clock.install(),
  });
  await page.getByLabel('API key').fill('sk_nothing');
  await page.getByLabel('Your name').fill('Ada');
  const signingIn = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  await page.route('**/console/session', async (route) => {
    signingIn.resolve();
    await answer.promise;
    await route.fallback();
  });
  await page.keyboard.press('Enter');
  await signingIn.promise;
  await page.clock.runFor(11_000);
  const noticed = page.getByText('The service does not answer.');
  await noticed.waitFor();
  answer.resolve();
  await noticed.waitFor({ state: 'detached' });
  expect(page.complaints.filter((text) => !text.includes('401'))).toEqual([]);
  await page.close();
});

it('[console.cancel] cancelling says so at once, and asks first when a held payment is lost by it', async () => {
  const run = await hold('cora', 2);
  const page = await stage.open(`/playground?subject=cora&thread=${run.thread_id}`);
  await page.getByRole('button', { name: 'Approve' }).waitFor();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  const question = page.getByRole('alertdialog', { name: 'Cancel this run?' });
  await question.getByText('Send 2 EUR').waitFor();
  await question.getByRole('button', { name: 'Keep it' }).click();
  await page.getByRole('button', { name: 'Approve' }).waitFor();
  const answered = Promise.withResolvers<void>();
  await page.route('**/cancel', async (route) => {
    await answered.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await question.getByRole('button', { name: 'Cancel the run' }).click();
  await page.getByRole('button', { name: 'Cancelling…' }).waitFor();
  answered.resolve();
  await page.getByText('Cancelled', { exact: true }).waitFor();
  expect(page.complaints).toEqual([]);
  await page.close();
});

it('[console.nothing-dropped] a dialog begins in its first field, and asks before Escape drops what was typed or is shown once', async () => {
  const page = await stage.open('/keys');
  await page.getByRole('button', { name: 'Create API key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  const focused = page.locator(':focus');
  expect(await focused.evaluate((element) => (element as { tagName: string }).tagName)).toBe('INPUT');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Create API key' }).click();
  await dialog.waitFor();
  await page.keyboard.type('For Ada');
  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog', { name: 'Close this?' });
  await question.getByRole('button', { name: 'Keep it open' }).click();
  await question.waitFor({ state: 'detached' });
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await dialog.getByText('it is not shown again').waitFor();
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Close it' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(page.complaints).toEqual([]);
  await page.close();
});

it('[console.stays] a lost race keeps the place, and says who won', async () => {
  const run = await hold('rosa', 3);
  await hold('rosa', 4);
  const page = await stage.open('/inbox');
  await page.getByLabel('Subject').fill('rosa');
  const card = page.getByRole('region', { name: 'Send 3 EUR' });
  await card.getByRole('button', { name: 'Approve' }).waitFor();
  await page.route('**/confirm', async (route) => {
    await confirm(stage.client.as('rosa'), run.id, run.pending?.tool_call_id ?? '', 'reject');
    await route.continue();
  });
  await card.getByRole('button', { name: 'Approve' }).click();
  await page.getByText('Send 3 EUR: rosa rejected this call first.').waitFor();
  await card.getByText('No longer waiting').waitFor();
  // The next item is not shown in its place.
  expect(await page.getByRole('region', { name: 'Send 4 EUR' }).count()).toBe(0);
  await page.close();
});

it('[console.stays] on the page of a run too, a lost race keeps the place and the keyboard, and says who won', async () => {
  const run = await hold('rita', 3);
  const page = await stage.open(`/runs/${run.id}?subject=rita`, { viewport: { width: 1280, height: 640 } });
  const card = page.getByRole('region', { name: 'Send 3 EUR' });
  const title = card.getByRole('heading');
  const approve = card.getByRole('button', { name: 'Approve' });
  await expect.poll(async () => await approve.isEnabled()).toBe(true);
  await title.evaluate(`document.querySelector('section h2').scrollIntoView({ block: 'start' })`);
  await page.route('**/confirm', async (route) => {
    await confirm(stage.client.as('rita'), run.id, run.pending?.tool_call_id ?? '', 'reject');
    await route.continue();
  });
  const place = async () => (await title.boundingBox())?.y ?? Number.NaN;
  const before = await place();
  expect(await page.evaluate('scrollY > 0')).toBe(true);
  await approve.press('Enter');
  await card.getByText('rita rejected this call first.', { exact: true }).waitFor();
  await card.getByText('No longer waiting').waitFor();
  await page.getByText('Paid.', { exact: true }).waitFor();
  // Within a pixel, of which screens show parts.
  expect(Math.abs((await place()) - before)).toBeLessThan(1);
  const hasFocus = async () =>
    await page.evaluate(`document.activeElement.querySelector('section h2')?.textContent`);
  await expect.poll(hasFocus).toBe('Send 3 EUR');
  expect(page.complaints.filter((text) => !text.includes('404'))).toEqual([]);
  await page.close();
});

it('[console.once] a decision without an answer says that it may have happened, and that asking again is safe', async () => {
  const run = await hold('uma', 5);
  const page = await stage.open(`/playground?subject=uma&thread=${run.thread_id}`);
  const card = page.getByRole('region', { name: 'Send 5 EUR' });
  await page.route('**/confirm', async (route) => await route.abort('connectionreset'));
  await card.getByRole('button', { name: 'Approve' }).click();
  await card.getByText('The change may have been made. Try again: it is made only once.').waitFor();
  await page.unroute('**/confirm');
  await card.getByRole('button', { name: 'Approve' }).click();
  await card.getByText('Approved and done').waitFor();
  expect(await card.getByRole('alert').count()).toBe(0);
  await page.close();
});

it('[console.unknown-id] an id that names nothing says so', async () => {
  const page = await stage.open('/runs/00000000-0000-7000-8000-000000000000');
  await page.getByText('Run not found').waitFor();
  await page.goto('/console/runs/00000000-0000-7000-8000-000000000000?subject=ada');
  await page.getByText('Run not found').waitFor();
  await page.goto('/console/playground?thread=00000000-0000-7000-8000-000000000000');
  await page.getByText('There is no such conversation').waitFor();
  expect(page.complaints.filter((text) => !text.includes('404'))).toEqual([]);
  await page.close();
});

it('[console.titles] the title of the window is that of the page, with a count of what waits', async () => {
  await hold('tina', 6);
  const page = await stage.open('/runs');
  await expect.poll(async () => await page.title()).toMatch(/^\(\d+\) Runs · Heddle$/);
  await page.getByRole('link', { name: 'Keys', exact: true }).click();
  await expect.poll(async () => await page.title()).toMatch(/^\(\d+\) Keys · Heddle$/);
  await page.close();
});

it('[console.one-locale] numbers and times are written in the language of the page, whatever that of the browser is', async () => {
  const run = await hold('lotte', 7);
  const page = await stage.open('/overview', { locale: 'de-DE' });
  await page.getByRole('button', { name: 'Runs by state as a table' }).click();
  // In German, it would be the 5. of a month.
  const days = page.getByRole('region', { name: 'Runs by state' }).getByRole('rowheader');
  expect(await days.first().textContent()).toMatch(/^(\d{1,2} [A-Z][a-z]+|[A-Z][a-z]+ \d{1,2})$/);
  await page.goto('/console/runs?subject=lotte');
  const ages = page.getByRole('region', { name: 'Runs', exact: true }).locator('time');
  expect(await ages.first().textContent()).toMatch(/ ago$|^just now$/);
  await page.goto(`/console/runs/${run.id}?subject=lotte`);
  const opened = page.locator('dl', { hasText: 'Opened' }).locator('time').first();
  expect(await opened.textContent()).toMatch(/[A-Z][a-z]{2,3}.* \d{4}, \d{1,2}:\d{2}/);
  await page.goto('/console/costs');
  // In German, a share of a whole would be written "100 %".
  const dayCosts = page.getByRole('region', { name: 'Days' }).last();
  await dayCosts
    .getByRole('cell', { name: /^\d+%$/ })
    .first()
    .waitFor();
  expect(page.complaints).toEqual([]);
  await page.close();
});
