import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readGuides } from '#api/http/guides/guides.ts';

const pages = readGuides(join(import.meta.dirname, '../../../docs'));
const guides = pages.filter(({ path }) => !path.includes('/'));

it('every guide is found', () => {
  expect(guides.length).toBeGreaterThan(25);
});

it.each(guides)(
  '[operations.guides] docs/$path begins with a sentence that says what it answers',
  ({ title, summary }) => {
    expect(title).toMatch(/^[A-Z]/);
    expect(summary).toMatch(/^[A-Z`].{20,}[.:?]$/);
  },
);
