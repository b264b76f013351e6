import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { paymentRails } from '#contract/payment-rail.ts';
import { rails } from '#contract/rail.ts';
import { methods } from '#identify/german-accounts/methods.ts';
import { nationallyChecked } from '#identify/national-check.ts';
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

it('[identify.rail.routing-number] at least 9,000 institutions have a routing number', () => {
  const own = [...data.institution.rows()].filter((row) => row.rails.includes(',routing_number,'));
  expect(own.length).toBeGreaterThan(9000);
});

describe('docs/identify.md says what the tables hold', () => {
  const document = readFileSync(new URL('../../../docs/identify.md', import.meta.url), 'utf8');
  const said = (marker: string) =>
    document
      .split(new RegExp(`<!-- /?${marker} -->`))[1]
      ?.replaceAll(/\s+/g, ' ')
      .trim();
  const countries = [...data.iban_country.rows()];
  const listed = new Set([...data.iban_bank.rows()].map(({ code }) => code.slice(0, 2)));

  it('countries of the IBAN registry, and those whose banks are known', () => {
    expect(document).toContain(`## iban: ${countries.length} countries`);
    expect(said('lists')).toBe(String(listed.size));
    const unlisted = countries.filter(
      ({ country, bban, bank }) =>
        !listed.has(country) &&
        !['EG', 'FO', 'GL'].includes(country) &&
        !(/^4!?[ac]/.test(bank.startsWith('0-') ? bban : '') && data.bic_country.find(country) !== undefined),
    );
    expect(said('unlisted')).toBe(unlisted.map(({ country }) => country).join(', '));
  });

  it('[identify.result.rails] the payment rails that an answer may name', () => {
    const [, table = ''] = document.split(/<!-- \/?payment rails -->/);
    const named = [...table.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name);
    expect(named).toEqual(paymentRails);
  });

  it('countries with national check digits', () => {
    expect(said('national')).toBe(nationallyChecked.join(', '));
  });

  it('German bank codes whose accounts are checked', () => {
    const checked = [...data.account_method.rows()].filter(({ method }) => method in methods);
    const used = new Set(checked.map(({ method }) => method));
    expect(said('methods')).toBe(
      `${used.size} methods for ${checked.length.toLocaleString('en')} bank codes`,
    );
  });

  it('routing numbers, sort codes and branches', () => {
    const numbers = [...data.routing_number.rows()];
    const institutions = new Set(numbers.map(({ institution }) => institution));
    expect(said('kept')).toBe(`${numbers.length} numbers of ${institutions.size} institutions`);
    const participants = [...data.fedach.rows()];
    const replaced = participants.filter(({ replaced_by }) => replaced_by !== '');
    const count = (length: number) => length.toLocaleString('en');
    expect(said('fedach')).toBe(
      `${count(participants.length)} numbers, of which ${count(replaced.length)} were replaced`,
    );
    const [codes, ranges] = [[...data.sort_code.rows()], [...data.sort_code_range.rows()]];
    expect(said('sorts')).toBe(`${codes.length} sort codes one by one, and ${ranges.length} ranges`);
    const inRanges = [...data.ifsc_branch_range.rows()].reduce(
      (sum, { from, to }) => sum + Number(to.slice(5)) - Number(from.slice(5)) + 1,
      0,
    );
    const branches = inRanges + [...data.ifsc_branch.rows()].length;
    expect(said('ifsc')).toBe(`${branches.toLocaleString('en')} branches`);
  });
});
