import { beforeAll, expect, it } from 'vitest';
import { converse, startThread } from '#clients/raw/conversation.ts';
import { definition } from '../../support/agents.ts';
import { goTo, press, tabTo, widths } from '../../support/by-keyboard.ts';
import { type ConsolePage, startConsole } from '../../support/console.ts';
import { perFile } from '../../support/per-file.ts';

/** Tasks of a person who looks into the work of agents. */

const stage = perFile(startConsole);
beforeAll(async () => {
  const client = stage.client.as('ada');
  const bad = Array.from({ length: 4 }, () => '/bad').join('\n---\n');
  await converse(client, await startThread(client, stage.agent.id), bad);
  await converse(client, await startThread(client, stage.agent.id), 'Say hello to Bo Lindqvist');
  for (const instructions of ['Answer in English.', 'Answer in French.'])
    await stage.client.post('/v1/agents', definition({ key: 'polyglot', name: 'Polyglot', instructions }));
});

const firstRow = (page: ConsolePage) =>
  page.getByRole('region', { name: 'Runs', exact: true }).locator('tr[data-index]').first();

it.each(widths)(
  '[console.failure-by-keyboard] [console.run-story] on %s, why a run failed and what to do is found by keyboard alone, and a run by words of its message',
  async (_, viewport) => {
    const page = await stage.open('/playground', { viewport });
    await goTo(page, 'Runs');
    const row = firstRow(page);
    await tabTo(page, page.getByLabel('State', { exact: true }));
    await page.keyboard.type('Failed');
    await page.waitForURL(/state=failed/);
    await row.getByText('/bad').waitFor();
    await press(page, row.getByRole('link'));
    const story = page.getByRole('region', { name: 'What happened' });
    await story.getByText('The model kept sending calls that could not be understood.').waitFor();
    await story.getByText(/^Send the message again\./).waitFor();

    await goTo(page, 'Runs');
    await page.keyboard.press('/');
    await page.locator('input:focus').waitFor();
    await page.keyboard.type('lindqvist HEL');
    await page.keyboard.press('Enter');
    await page.waitForURL(/text=/);
    await row.getByText('Say hello to Bo Lindqvist', { exact: true }).waitFor();
    expect(page.complaints).toEqual([]);
    await page.close();
  },
);

it.each(widths)(
  '[console.compare-by-keyboard] on %s, two versions of an agent are compared line by line by keyboard alone',
  async (_, viewport) => {
    const page = await stage.open('/playground', { viewport });
    await goTo(page, 'Agents');
    await press(page, page.getByRole('button', { name: /polyglot/i }));
    await page.getByText('Version 2 of 2').waitFor();
    await tabTo(page, page.getByLabel('Compare with'));
    await page.keyboard.type('Version 1');
    const instructions = page.getByRole('region', { name: 'Instructions', exact: true });
    await instructions.getByText('− Answer in English.').first().waitFor();
    await instructions.getByText('+ Answer in French.').first().waitFor();
    expect(page.complaints).toEqual([]);
    await page.close();
  },
);

it.each(widths)(
  '[console.cost-by-keyboard] [console.costs] on %s, what subjects cost leads to the runs behind it, the dearest first, by keyboard alone',
  async (_, viewport) => {
    const page = await stage.open('/playground', { viewport });
    await goTo(page, 'Costs');
    await tabTo(page, page.getByLabel('By', { exact: true }));
    await page.keyboard.type('By subject');
    await page.waitForURL(/by=subject/);
    await press(page, page.getByRole('link', { name: 'ada', exact: true }));
    await page.getByRole('heading', { level: 1, name: 'Runs' }).waitFor();
    await page.waitForURL(/subject=ada/);
    await firstRow(page).getByText('/bad').waitFor();
    await page.getByText('2 in all').waitFor();
    await page.goBack();
    await tabTo(page, page.getByLabel('By', { exact: true }));
    await page.keyboard.type('By model');
    await page.waitForURL(/by=model/);
    await press(page, page.getByRole('link', { name: 'Scripted', exact: true }));
    await page.waitForURL(/model=scripted/);
    await page.getByText('2 in all').waitFor();
    await page.goBack();
    await press(page, page.getByRole('link', { name: new Date().toISOString().slice(0, 10) }));
    await page.waitForURL(/runs\?.*from=/);
    await page.getByText('2 in all').waitFor();
    expect(page.complaints).toEqual([]);
    await page.close();
  },
);
