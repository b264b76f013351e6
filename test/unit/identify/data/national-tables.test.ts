import { getCountries } from 'libphonenumber-js/mobile';
import { describe, expect, it } from 'vitest';
import { InstitutionType } from '#contract/identify.ts';
import { readManifest } from '#identify/data/manifest.ts';
import { data } from '../ask.ts';

/** The format of the codes of each table. */
const tables = [
  ['nuban', /^(\d{3}|\d{5}|\d{6})$/],
  ['gh_bank', /^(?:\d{2}0100|300[3-9]\d{2})$/],
  ['ke_bank', /^\d{2}$/],
  ['za_bank', /^\d{6}$/],
  ['ci_bank', /^(BF|BJ|CI|GW|ML|NE|SN|TG)\d{3}$/],
  ['eg_bank', /^\d{4}$/],
  ['rw_bank', /^\d{3}$/],
] as const;

describe.each(tables)('the table %s', (name, code) => {
  const rows = [...data[name].rows()];
  const byCode = new Map(rows.map((row) => [row.code, row]));
  const country =
    name === 'ci_bank' ? /^.{4}(BF|BJ|CI|GW|ML|NE|SN|TG)/ : new RegExp(`^.{4}${countryOf(name)}`);

  it.each(rows)('$code is well formed', (row) => {
    expect(row.code).toMatch(code);
    expect(row.name).toMatch(/^\S.*\S$/);
    expect(row.short_name).not.toBe(row.name);
    expect(row.bic).toMatch(/^([A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2})?$/);
    expect(row.bic === '' || country.test(row.bic)).toBe(true);
    expect(InstitutionType.options).toContain(row.type);
    expect(row.account).toMatch(/^(|phone|nuban:(\d{3}|\d{5})|\d+(-\d+)?(,\d+(-\d+)?)*)$/);
    expect(Object.keys(readManifest()[name].sources)).toContain(row.source);
    // The successor of an institution still exists, and the BIC is its own.
    const now = byCode.get(row.now);
    expect(row.now === '' || row.now === 'closed' || now?.now === '').toBe(true);
    expect(row.now === '' || row.bic === '').toBe(true);
  });

  it('gives a BIC to one institution only, and one that the table of BICs has', () => {
    const bics = rows.map(({ bic }) => bic).filter((bic) => bic !== '');
    expect(new Set(bics).size).toBe(bics.length);
    expect(bics.filter((bic) => data.bic.find(bic) === undefined)).toEqual([]);
  });
});

describe('the tables of mobile money', () => {
  const wallets = [...data.momo_wallet.rows()];

  it.each(wallets)('$wallet is well formed', ({ wallet, country, network, name, nuban, source }) => {
    expect(getCountries()).toContain(country);
    expect(wallet).toMatch(new RegExp(`^${country.toLowerCase()}_[a-z0-9]+$`));
    expect(network).not.toBe('');
    expect(name).not.toBe('');
    expect(nuban === '' || data.nuban.find(nuban)?.now === '').toBe(true);
    expect(Object.keys(readManifest().momo_wallet.sources)).toContain(source);
  });

  it('prefixes are of the countries of services, and name services of their own network', () => {
    const rows = [...data.momo_prefix.rows()];
    const known = new Map(wallets.map((row) => [row.wallet, row]));
    const wrong = rows.filter(({ prefix, country, network, wallet }) => {
      const service = known.get(wallet);
      const fits = wallet === '' || (service?.country === country && service.network === network);
      return !fits || !/^[1-9]\d{3,8}$/.test(prefix);
    });
    expect(wrong).toEqual([]);
  });
});

function countryOf(table: string): string {
  return table === 'nuban' ? 'NG' : table.slice(0, 2).toUpperCase();
}
