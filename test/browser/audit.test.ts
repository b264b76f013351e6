import { text } from 'node:stream/consumers';
import type { Download } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { Statements } from '#adapters/statements/statements.ts';
import type { AuditEntry } from '#contract/audit.ts';
import { converse, startThread } from '#clients/raw/conversation.ts';
import { confirm, pendingCall } from '../support/acting-run.ts';
import { type ConsolePage, startConsole } from '../support/console.ts';
import { perFile } from '../support/per-file.ts';

const stage = perFile(startConsole);
const client = () => stage.client.ofWorkspace();
let run: string;
/** A head that somebody kept after the payment. */
let kept: string;

const headNow = async (): Promise<string> => (await client().get<{ jws: string }>('/v1/audit/head')).data.jws;

/** A payment that was approved and sent. */
beforeAll(async () => {
  const ada = stage.client.as('ada');
  const thread = await startThread(ada, stage.agent.id);
  ({ id: run } = await converse(
    ada,
    thread,
    '/call send_payment {"amount":10,"currency":"EUR","to":"Bo"}\n---\n/say Paid.',
  ));
  const approver = ada.with({ headers: { 'service-actor': '=cmd|Eve' } });
  await confirm(approver, run, await pendingCall(ada, thread));
  await ada.get(`/v1/loom/runs/${run}?wait=60`);
  kept = await headNow();
});

/** The file that the browser saved. It may run on another machine. */
async function contentOf(download: Download): Promise<string> {
  return await text(await download.createReadStream());
}

/** Opens the dialog that verifies, and has it verify. */
async function verify(page: ConsolePage, heads = '') {
  await page.getByRole('button', { name: 'Verify' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Heads that you kept').fill(heads);
  await dialog.getByRole('button', { name: 'Verify' }).click();
  return dialog;
}

it('[console.audit] the log is listed by type and days, and its entries lead to what they are about', async () => {
  const page = await stage.open('/audit');
  await page.getByRole('link', { name: 'Agent published' }).waitFor();
  await page.getByLabel('Type').selectOption('call.decided');
  await page.getByRole('link', { name: 'Agent published' }).waitFor({ state: 'detached' });
  await page.getByText('=cmd|Eve').waitFor();
  const link = page.getByRole('link', { name: 'Call decided' });
  expect(await link.getAttribute('href')).toBe(`/console/runs/${run}`);
  await page.keyboard.press('j');
  await page.locator('a:focus', { hasText: 'Show entry' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByText('"decision": "approve"').waitFor();
  await page.keyboard.press('Escape');
  await page.getByLabel('To (UTC)').fill('2020-01-31');
  await page.getByText('No entries', { exact: true }).waitFor();
  // The filters are part of the address.
  await page.reload();
  await page.getByText('No entries', { exact: true }).waitFor();
  expect(await page.getByLabel('Type').inputValue()).toBe('call.decided');
  expect(page.complaints).toEqual([]);
  await page.close();
});

it('[console.receipt] the receipt of a call is verified on the page of its run', async () => {
  const page = await stage.open(`/runs/${run}`);
  await page.getByRole('button', { name: 'Receipt' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('The signature was verified in your browser').waitFor();
  await dialog.getByText('=cmd|Eve').first().waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Save the receipt' }).click(),
  ]);
  expect((await contentOf(download)).split('.').length).toBe(3);
  expect(page.complaints).toEqual([]);
  await page.close();
});

it('[console.receipt] a receipt that no key of the service has signed is not shown as one', async () => {
  const page = await stage.open(`/runs/${run}`, { alone: true });
  const forged = new Statements([{ key: Buffer.alloc(32, 7) }]).sign('call-receipt+json', {});
  await page.route('**/receipt?*', async (route) => {
    await route.fulfill({ json: { status: 'success', data: { jws: forged } } });
  });
  await page.getByRole('button', { name: 'Receipt' }).click();
  await page.getByRole('dialog').getByRole('alert').waitFor();
  expect(await page.getByText('was verified').count()).toBe(0);
  await page.close();
});

it('[console.audit-export] what is listed is saved as CSV without formulas, and the whole log as JSON Lines', async () => {
  const page = await stage.open('/audit?type=call.decided');
  await page.getByText('=cmd|Eve').waitFor();
  const save = async (choice: RegExp): Promise<string> => {
    await page.getByRole('button', { name: 'Export' }).focus();
    await page.keyboard.press('Enter');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: choice }).click(),
    ]);
    return await contentOf(download);
  };
  const csv = (await save(/CSV/)).trim().split('\r\n');
  expect(csv[0]?.startsWith('seq,at,type,actor')).toBe(true);
  expect(csv.slice(1)).toEqual([expect.stringMatching(/,call\.decided,'=cmd\|Eve,/)]);
  const lines = (await save(/JSON Lines/)).trim().split('\n');
  const { data } = await client().get<AuditEntry[]>('/v1/audit?limit=100');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(data);
  expect(page.complaints).toEqual([]);
  await page.close();
});

it('[console.audit-verify] the browser verifies the chain, the signed head and a kept one, and says up to which entry', async () => {
  const page = await stage.open('/audit');
  const { data } = await client().get<AuditEntry[]>('/v1/audit?limit=100');
  const last = data.at(-1)?.seq ?? 0;
  const dialog = await verify(page, `${kept}\n{"status":"success","data":{"jws":"${await headNow()}"}}`);
  await dialog.getByText(/Entries 1 to \d+ are unchanged/).waitFor();
  const said = (await dialog.textContent()) ?? '';
  expect(Number(/Entries 1 to (\d+)/.exec(said)?.[1])).toBeGreaterThanOrEqual(last);
  expect(said).toContain('2 heads that you kept are in the chain');
  await dialog.getByRole('button', { name: 'Save this head' }).waitFor();
  expect(page.complaints).toEqual([]);
  await page.close();
});

it('[console.audit-verify] a kept head that nobody of the service has signed verifies nothing', async () => {
  const page = await stage.open('/audit');
  const forged = new Statements([{ key: Buffer.alloc(32, 7) }]).sign('audit-head+json', {
    workspace: stage.workspaceId,
    seq: 1,
    hash: '0'.repeat(64),
  });
  const dialog = await verify(page, forged);
  await dialog.getByRole('alert').getByText('Line 1 of the kept heads').waitFor();
  expect(await dialog.getByText('are unchanged').count()).toBe(0);
  expect(page.complaints).toEqual([]);
  await page.close();
});

it('[console.audit-verify] the first entry that breaks is shown', async () => {
  const page = await stage.open('/audit', { alone: true });
  const changed = (await client().get<AuditEntry[]>('/v1/audit?type=call.decided')).data[0]?.seq ?? 0;
  const where = { workspace_id: stage.workspaceId, seq: changed };
  await stage.service.db.audit_entries.updateOne(where, { $set: { actor: 'Mallory' } });
  const dialog = await verify(page);
  await dialog.getByText(`The log breaks at entry ${changed}`).waitFor();
  await dialog.getByText('false_value').first().waitFor();
  await dialog
    .getByRole('region', { name: `Entry ${changed}` })
    .getByText('Mallory')
    .waitFor();

  // Entries at the end that are gone contradict the head that the service signs.
  await dialog.getByRole('button', { name: 'Verify again' }).click();
  await stage.service.db.audit_entries.deleteMany({
    workspace_id: stage.workspaceId,
    seq: { $gte: changed },
  });
  await dialog.getByRole('button', { name: 'Verify', exact: true }).click();
  await dialog.getByText('truncated').first().waitFor();
  expect(page.complaints).toEqual([]);
  await page.close();
});
