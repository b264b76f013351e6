import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { rails } from '#contract/rail.ts';
import { data } from './ask.ts';

it('docs/identify.md counts the institutions that each rail leads to', () => {
  const institutions = [...data.institution.rows()];
  const expected = rails.map((rail) => {
    const own = institutions.filter((row) => row.rails.includes(`,${rail},`));
    const countries = new Set(own.map(({ country }) => country));
    return `| \`${rail}\` | ${own.length} | ${countries.size} |`;
  });
  const document = readFileSync(new URL('../../../docs/identify.md', import.meta.url), 'utf8');
  const [, table = ''] = document.split(/<!-- \/?coverage -->/);
  const lines = table
    .trim()
    .split('\n')
    .map((line) => line.replaceAll(/ +/g, ' '));
  expect(lines.slice(2)).toEqual(expected);
});
