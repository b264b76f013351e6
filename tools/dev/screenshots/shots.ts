import type { Page } from 'playwright-core';
import type { PicturedThread } from './furnish.ts';
import type { Pictured } from './pictured-stack.ts';
import type { Look } from './studio.ts';

/** A picture: its name, and how the page gets to what it shows. */
export interface Shot extends Look {
  name: string;
  take: (page: Page, pictured: Pictured) => Promise<void>;
}

const conversation = ({ id, subject }: PicturedThread): string =>
  `/console/playground?thread=${id}&subject=${encodeURIComponent(subject)}`;

const held = async (page: Page, pictured: Pictured): Promise<void> => {
  await page.goto(conversation(pictured.held));
  await page.getByRole('button', { name: 'Approve' }).waitFor();
  // The reply in Markdown, which loads its renderer first.
  await page.locator('strong', { hasText: 'Commerzbank' }).waitFor();
};

const overview = async (page: Page): Promise<void> => {
  await page.goto('/console/overview');
  await page.getByRole('combobox', { name: 'Period' }).selectOption('month');
  for (const title of ['Runs by state', 'Latency', 'Cost', 'Identify', 'Webhooks'])
    await page.getByRole('img', { name: new RegExp(`^${title}`) }).waitFor();
  // So many days there are only in the figures of a month.
  await page.getByRole('img', { name: /^Cost/ }).locator('.recharts-bar-rectangle').nth(20).waitFor();
};

/** The pictures of the console. The first one is the README's. */
export const shots: Shot[] = [
  {
    name: 'playground',
    take: async (page, pictured) => {
      await held(page, pictured);
      await page.getByText('write.confirmation_requested', { exact: true }).click();
    },
  },
  { name: 'playground-phone', width: 390, height: 844, take: held },
  {
    name: 'blocks',
    take: async (page, pictured) => {
      await page.goto(conversation(pictured.rich));
      await page.locator('strong', { hasText: 'indicative' }).waitFor();
    },
  },
  {
    name: 'inbox',
    take: async (page) => {
      await page.goto('/console/inbox');
      // For a moment, a card that has just come cannot be decided on.
      await page.locator('button:enabled', { hasText: 'Approve' }).waitFor();
    },
  },
  { name: 'overview', height: 1000, take: overview },
  { name: 'overview-dark', height: 1000, theme: 'dark', take: overview },
  {
    name: 'run',
    take: async (page, pictured) => {
      await page.goto(`/console/runs/${pictured.held.run}`);
      await page.getByText('Held for approval').waitFor();
      // A new card takes no click for a moment.
      await page.getByRole('button', { name: 'Approve', disabled: false }).waitFor();
    },
  },
  {
    name: 'patches',
    take: async (page) => {
      await page.goto('/console/patches?key=send_payment');
      await page.getByLabel('Compare with').selectOption({ label: 'Version 1' });
      await page.getByText('SEPA or SWIFT').last().waitFor();
    },
  },
  {
    name: 'webhooks',
    take: async (page, pictured) => {
      await page.goto(`/console/webhooks?endpoint=${pictured.failingEndpoint}`);
      await page.getByRole('list', { name: 'Deliveries' }).waitFor();
    },
  },
  {
    name: 'identify',
    take: async (page) => {
      await page.goto('/console/identify');
      await page.getByLabel('IBAN').fill('DE89370400440532013000');
      await page.getByRole('button', { name: 'Identify' }).click();
      await page.getByText('COBADEFF', { exact: false }).first().waitFor();
      await page.mouse.move(0, 0);
    },
  },
];
