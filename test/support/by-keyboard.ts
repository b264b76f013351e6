import type { Locator } from 'playwright-core';
import type { ConsolePage } from './console.ts';

/** The widths at which a job is done: of a desktop and of a phone. */
export const widths = [
  ['a desktop', { width: 1440, height: 900 }],
  ['a phone', { width: 390, height: 844 }],
] as const;

/** More than anybody would press. */
const mostTabs = 80;

/** Presses Tab until this has the focus. */
export async function tabTo(page: ConsolePage, wanted: Locator): Promise<void> {
  await wanted.waitFor();
  const passed: string[] = [];
  for (let presses = 0; presses < mostTabs; presses += 1) {
    if (await wanted.evaluate((element) => element.matches(':focus'))) return;
    await page.keyboard.press('Tab');
    passed.push(await page.evaluate<string>(whatHasFocus));
  }
  throw new Error(`${String(wanted)} is not reached by Tab, but ${passed.join(', ')}`);
}

/** Runs in the page. */
const whatHasFocus = `(({ tagName, id, textContent }) => tagName + '#' + id + ' ' + textContent.slice(0, 20))(document.activeElement)`;

/** Goes to a button or a link with Tab, and presses Enter. */
export async function press(page: ConsolePage, control: Locator): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press('Enter');
}

/** Goes to a field with Tab, and types a text in place of what it has. */
export async function type(page: ConsolePage, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('Control+A');
  await page.keyboard.type(text);
}

/** Goes to a page by the command palette. */
export async function goTo(page: ConsolePage, name: string): Promise<void> {
  await page.locator('#main').waitFor();
  await page.keyboard.press('Control+K');
  await page.getByRole('dialog').getByRole('combobox').waitFor();
  await page.keyboard.type(name);
  await page.getByRole('option', { name, selected: true }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}
