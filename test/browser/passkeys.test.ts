import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Passkey } from '#contract/passkey.ts';
import type { Run } from '#contract/run.ts';
import { converse, startThread } from '#clients/raw/conversation.ts';
import { stepTimeoutMs } from '#tools/dev/browser/chromium.ts';
import { startStandInProvider, type StandInProvider } from '#tools/dev/stand-ins/oidc-provider.ts';
import { callsOf } from '../support/acting-run.ts';
import { startConsole } from '../support/console.ts';
import { openAsPerson } from '../support/oidc/console-person.ts';
import { setUpSignIn } from '../support/oidc/console-sign-in.ts';
import { perFile } from '../support/per-file.ts';

const stage = perFile(startConsole);
let provider: StandInProvider;
beforeAll(async () => {
  provider = await startStandInProvider();
  await setUpSignIn(stage.client, provider.issuer);
});
afterAll(async () => await provider.stop());

const email = 'eve@example.com';

it('[passkey.enrol] [passkey.decision] [passkey.receipt] [console.signed-by] a person adds a passkey in the console, signs an approval with it, and the browser verifies who has signed', async () => {
  const client = stage.client.as('ada');
  const thread = await startThread(client, stage.agent.id);
  const { id: run } = await converse(
    client,
    thread,
    '/call send_payment {"amount":10,"currency":"EUR","to":"Bo"}\n---\n/say Paid.',
  );
  const page = await openAsPerson(stage, provider, { email, groups: ['approvers'] }, '/passkeys');
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await page.getByLabel('Name').fill('Laptop');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText(`Laptop of ${email}`).waitFor();
  const { data: passkeys } = await stage.client.get<Passkey[]>('/v1/passkeys');
  expect(passkeys).toMatchObject([{ actor: email, name: 'Laptop', enrolled_via: 'console' }]);
  const [{ thumbprint } = { thumbprint: '' }] = passkeys;

  await page.goto('/console/inbox');
  await page.getByRole('button', { name: 'Approve and sign' }).click();
  const stateOf = async () => (await client.get<Run>(`/v1/loom/runs/${run}`)).data.state;
  await expect.poll(stateOf, { timeout: stepTimeoutMs }).toBe('closed');
  expect((await callsOf(client, run))[0]?.decisions).toMatchObject([
    { actor: email, via: 'passkey', request_via: 'console', thumbprint },
  ]);

  await page.goto(`/console/runs/${run}`);
  await page
    .getByRole('button', { name: /receipt/i })
    .first()
    .click();
  await page.getByText(thumbprint, { exact: true }).waitFor();
  await page.getByText('Verified here').waitFor();
  await page.keyboard.press('Escape');

  // The decision itself says who has signed it, and the browser verifies that.
  await page.getByText(`Approved by ${email}`).waitFor();
  await page.getByText(`Signed by ${email} with the passkey Laptop ${thumbprint}`).waitFor();
  await page.getByRole('button', { name: `Verify the signature of ${email}` }).click();
  await page.getByText('Verified here').waitFor();

  await page.goto('/console/inbox?view=decided');
  await page.getByRole('button', { name: 'Signatures of Send 10 EUR' }).click();
  const dialog = page.getByRole('dialog', { name: 'Decisions on Send 10 EUR' });
  await dialog.getByText(`with the passkey Laptop ${thumbprint}`).waitFor();
  await dialog.getByRole('button', { name: `Verify the signature of ${email}` }).click();
  await dialog.getByText('Verified here').waitFor();
  expect(page.complaints).toEqual([]);

  // A signature of another call does not count.
  await page.route('**/trace', async (route) => {
    const response = await route.fetch();
    const digest = `sha-256=:${'A'.repeat(43)}=:`;
    const body = (await response.text()).replaceAll(/"digest":"[^"]+"/g, `"digest":"${digest}"`);
    await route.fulfill({ response, body });
  });
  await page.goto(`/console/runs/${run}`);
  await page.getByRole('button', { name: `Verify the signature of ${email}` }).click();
  await page.getByText('the statement does not name the call').waitFor();
  await page.close();
});
