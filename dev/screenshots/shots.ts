import type { Page } from 'playwright-core';
import type { Pictured } from './pictured-stack.ts';
import type { Look } from './studio.ts';

/** A picture: its name, and how the page gets to what it shows. */
export interface Shot extends Look {
  name: string;
  take: (page: Page, pictured: Pictured) => Promise<void>;
}

const playground = async (page: Page, { heldThread: { id, subject } }: Pictured): Promise<void> => {
  await page.goto(`/console/playground?thread=${id}&subject=${encodeURIComponent(subject)}`);
  await page.getByRole('button', { name: 'Approve' }).waitFor();
  // The reply in Markdown, which loads its renderer first.
  await page.locator('strong', { hasText: 'Commerzbank' }).waitFor();
};

/** The pictures of the console. The first one is the README's. */
export const shots: Shot[] = [
  {
    name: 'playground',
    take: async (page, pictured) => {
      await playground(page, pictured);
      await page.getByText('write.confirmation_requested', { exact: true }).click();
    },
  },
  { name: 'playground-dark', theme: 'dark', take: playground },
  { name: 'playground-phone', width: 390, height: 844, take: playground },
  {
    name: 'inbox',
    take: async (page) => {
      await page.goto('/console/inbox');
      await page.getByRole('button', { name: 'Approve' }).waitFor();
    },
  },
];
