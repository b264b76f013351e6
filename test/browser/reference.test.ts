import { AxeBuilder } from '@axe-core/playwright';
import { expect, it } from 'vitest';
import { startConsole } from '../support/console.ts';
import { perFile } from '../support/per-file.ts';

const stage = perFile(startConsole);

it('[operations.docs] the reference asks no other host, finds an operation, shows it in curl, TypeScript and Python, and tries it with one request', async () => {
  const requests: string[] = [];
  const page = await stage.open('/../docs', {
    name: null,
    prepare: async (page) => {
      page.on('request', (request) => requests.push(`${request.method()} ${request.url()}`));
      await Promise.resolve();
    },
  });
  await page.getByRole('heading', { name: 'Heddle', level: 1 }).waitFor();

  await page
    .getByRole('button', { name: /search/i })
    .first()
    .click();
  await page.getByRole('combobox', { name: 'Enter search query' }).fill('balance of prepaid');
  await page
    .getByRole('option', { name: /\/v1\/credits/ })
    .first()
    .click();
  const operation = page.getByRole('region', { name: /^Get the balance of prepaid/ });
  await operation.getByText('$HEDDLE_URL/v1/credits').waitFor();
  for (const [language, text] of [
    ['TypeScript', 'await fetch('],
    ['Python', 'requests.get('],
  ] as const) {
    await operation.getByTestId('client-picker').click();
    await page.getByRole('option', { name: language }).click();
    await operation.getByText(text).first().waitFor();
  }

  const before = requests.length;
  // Parts of the page are still drawn, which moves the button: a click that begins on it may end beside it, and be none.
  await operation.getByRole('button', { name: /^Test Request/ }).press('Enter');
  await page.getByRole('textbox', { name: 'Bearer Token' }).fill(stage.apiKey);
  const answered = page.waitForResponse((response) => response.url().includes('/v1/'));
  await page.getByRole('button', { name: /^Send get request/ }).click();
  expect((await answered).status()).toBe(200);
  // Chromium may ask for the page's icon at any time.
  const sent = requests
    .slice(before)
    .filter((each) => !each.includes('/docs/') && !each.endsWith('/favicon.svg'));
  expect(sent).toEqual([`GET ${stage.service.baseUrl}/v1/credits`]);
  expect(requests.filter((each) => !each.includes(stage.service.baseUrl))).toEqual([]);
  // The key is forgotten with the page.
  expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain('sk_');
  expect(page.complaints).toEqual([]);
  await page.close();
});

it('[operations.docs] the first view of the reference has no violation that axe finds, in either theme', async () => {
  const page = await stage.open('/../docs', { name: null });
  await page.getByRole('heading', { name: 'Heddle', level: 1 }).waitFor();
  // Whether or not the sample is pointed at.
  await page.getByRole('button', { name: /Copy$/ }).first().waitFor({ state: 'attached' });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
    expect(
      violations
        .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id} ${html.slice(0, 300)}`))
        .join('\n'),
    ).toBe('');
  }
  await page.close();
});
