import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { data } from '../ask.ts';
import {
  checkedReferences,
  checkedSources,
  isCalled,
  judge,
  type Verdict,
} from '#identify/compare/checked-references.ts';

const judged = checkedReferences.map((reference) => ({ reference, ...judge(reference, data) }));

/** Countries, each with how many of its references got which verdict. */
const countries = [...Map.groupBy(judged, ({ reference }) => reference.country)]
  .toSorted(([a], [b]) => (a < b ? -1 : 1))
  .map(([country, all]) => {
    const count = (verdict: Verdict) => all.filter((one) => one.verdict === verdict).length;
    return {
      country,
      all: all.length,
      right: count('right'),
      candidate: count('candidate'),
      unsure: count('unsure'),
      missing: count('not found'),
    };
  });

it('[identify.checked] 1,700 references or more in 100 countries or more are checked, each with its source', () => {
  expect(checkedReferences.length).toBeGreaterThanOrEqual(1700);
  expect(countries.length).toBeGreaterThanOrEqual(100);
  const references = checkedReferences.map(({ rail, request }) => `${rail} ${JSON.stringify(request)}`);
  expect(new Set(references).size).toBe(references.length);
  const known = new Set(checkedSources.map(([key]) => key));
  expect(checkedReferences.filter(({ source, bank }) => !known.has(source) || bank === '')).toEqual([]);
  for (const [key, name, licence] of checkedSources) expect([key, name, licence]).not.toContain(undefined);
});

it('[identify.checked] no bank is told as certain that is another one', () => {
  const wrong = judged
    .filter(({ verdict }) => verdict === 'wrong')
    .map(
      ({ reference: { country, request, bank }, answer: { institution } }) =>
        `${country} ${Object.values(request).join(' ')}: ${institution?.name}, not ${bank}`,
    );
  expect(wrong).toEqual([]);
});

it('[identify.checked] at most 0.2 % name another bank, even as one that is not sure', () => {
  const others = judged.filter(({ verdict }) => verdict === 'wrong' || verdict === 'unsure');
  expect(others.length / judged.length).toBeLessThanOrEqual(0.002);
});

it('[identify.checked] docs/identify.md lists the countries with references that do not lead to their bank', () => {
  const imperfect = countries.filter(({ all, right }) => right < all);
  const rows = [...imperfect, { country: 'All', ...sum() }].map(
    ({ country, all, right, candidate, unsure, missing }) =>
      `| ${country} | ${all} | ${right} | ${candidate} | ${unsure} | ${missing} |`,
  );
  console.log(rows.join('\n'));
  const document = readFileSync(new URL('../../../../docs/identify.md', import.meta.url), 'utf8');
  const [, table = ''] = document.split(/<!-- \/?checked -->/);
  const said = table
    .trim()
    .split('\n')
    .map((line) => line.replaceAll(/ +/g, ' '));
  expect(said.slice(2)).toEqual(rows);
  const [, size] = document.split(/<!-- \/?references -->/);
  expect(size).toBe(
    `${checkedReferences.length.toLocaleString('en')} references in ${countries.length} countries`,
  );
});

it('[identify.checked] 97 % of the references lead to their bank, and half of those of every large part', () => {
  const { all, right } = sum();
  expect(right / all).toBeGreaterThanOrEqual(0.97);
  const parts = Map.groupBy(judged, ({ reference: { country, rail } }) => `${country} ${rail}`);
  const poor = [...parts]
    .filter(([, ones]) => ones.length >= 5)
    .filter(([, ones]) => ones.filter(({ verdict }) => verdict === 'right').length < ones.length / 2);
  expect(poor.map(([part]) => part)).toEqual([]);
});

describe('what the list says of a bank', () => {
  it.each([
    ['Banque Populaire Grand Ouest', 'banque populaire rives paris', false],
    ['BANQUE POPULAIRE RIVES DE PARIS', 'banque populaire rives paris', true],
    ['Raiffeisenlandesbank Oberösterreich AG', 'raiffeisenlandesbank oberoesterreich', true],
    ['Bank of China Limited', '=bank china', true],
    ['Agricultural Bank of China', '=bank china', false],
    ['Royal Bank of Scotland', 'bank scotland -royal', false],
    ['Bank of Scotland', 'bank scotland -royal', true],
    ['MBH Bank Nyrt.', 'mkb | =mbh bank', true],
    ['OTP Bank, I. Iskola u.', '=otp bank', false],
  ])('%s is %s: %s', (name, bank, fits) => {
    expect(isCalled({ name }, bank)).toBe(fits);
  });
});

function sum(): { all: number; right: number; candidate: number; unsure: number; missing: number } {
  const total = { all: 0, right: 0, candidate: 0, unsure: 0, missing: 0 };
  for (const row of countries) {
    for (const key of Object.keys(total) as (keyof typeof total)[]) total[key] += row[key];
  }
  return total;
}
