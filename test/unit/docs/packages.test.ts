import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

it.each(['typescript', 'python', 'react'])(
  '[clients.packages] the %s client is packed with its license and a README that links to nothing outside',
  (client) => {
    expect(read(`clients/${client}/LICENSE`)).toBe(read('LICENSE'));
    expect(read(`clients/${client}/README.md`)).not.toMatch(/\]\((?!https:|#)/);
  },
);
