import { expect, it } from 'vitest';
import { startConsole } from '../support/console.ts';
import { perFile } from '../support/per-file.ts';

const stage = perFile(startConsole);

it('[console.sign-in-page] a person signs in with a key, which no script can read, and signs out', async () => {
  const page = await stage.open('/runs', { name: null });
  await page.getByLabel('Your name').fill('Ada');
  await page.getByLabel('API key').fill(stage.apiKey);
  await page.getByRole('button', { name: 'Sign in' }).click();
  // Back to where one wanted to go.
  await page.getByRole('heading', { name: 'Runs', level: 1 }).waitFor();
  const kept = await page.evaluate('document.cookie + JSON.stringify({...localStorage, ...sessionStorage})');
  expect(kept).not.toContain(stage.apiKey);
  expect(await page.context().cookies(stage.service.baseUrl + '/v1')).toMatchObject([
    { httpOnly: true, sameSite: 'Strict' },
  ]);

  await page.getByRole('button', { name: 'Ada' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in to your workspace' }).waitFor();
  await page.goto('/console/runs');
  await page.getByLabel('API key').waitFor();
  await page.close();
});

it('[console.sign-in-page] a wrong key is refused with a code and a Request-Id, and an empty form says what is missing', async () => {
  const page = await stage.open('/', { name: null });
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Enter your name.').waitFor();
  await page.getByLabel('Your name').fill('Eve');
  await page.getByLabel('API key').fill(`sk_${'x'.repeat(43)}`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  const alert = page.getByRole('alert');
  await alert.getByText('unauthorized').waitFor();
  expect(await alert.textContent()).toMatch(/Request-Id [0-9a-f-]{36}/);
  await page.close();
});

it('[console.back-to-page] when the session ends, the next request leads to the sign-in, and back to the page', async () => {
  const page = await stage.open('/inbox');
  await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor();
  await stage.service.db.console_sessions.deleteMany({ workspace_id: stage.workspaceId });
  // The inbox asks by itself every few seconds.
  await page.getByLabel('API key').waitFor();
  await page.getByLabel('Your name').fill('Ada');
  await page.getByLabel('API key').fill(stage.apiKey);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/console/inbox');
  await page.close();
});
