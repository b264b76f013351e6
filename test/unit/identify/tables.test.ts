import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { InstitutionType } from '#contract/identify.ts';
import { paymentRails } from '#contract/payment-rail.ts';
import { readManifest } from '#identify/data/manifest.ts';
import { Table } from '#identify/data/table.ts';
import { tableColumns, type TableName } from '#identify/data/tables.ts';
import { bicId } from '#identify/known-bank.ts';
import { hasRightCheckDigit } from '#identify/rails/routing-number.ts';
import { data } from './ask.ts';
import { sampled } from './sampled.ts';

const folder = new URL('../../../identify/data/', import.meta.url);
const names = Object.keys(tableColumns) as TableName[];
const manifest = readManifest();

describe.each(names)('table %s', (name) => {
  const text = readFileSync(new URL(`${name}.tsv`, folder), 'utf8');
  const [header, ...lines] = text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => line.split('\t'));
  const keys = lines.map(([key]) => key ?? '');

  it('is the file that the manifest describes', () => {
    expect(text.endsWith('\n')).toBe(true);
    const { rows, sha256 } = manifest[name];
    expect(createHash('sha256').update(text).digest('hex')).toBe(sha256);
    expect(lines).toHaveLength(rows);
  });

  it('says where it is from, under which licence, and of which day', () => {
    for (const { name: title, licence, as_of, url } of Object.values(manifest[name].sources)) {
      expect([title, licence]).not.toContain('');
      expect(as_of).toMatch(/^20\d\d-\d\d-\d\d$/);
      // A table that was made of others says so.
      expect(url.startsWith('https://') || existsSync(new URL(url, folder))).toBe(true);
    }
  });

  it('has rows that are well formed: all cells, without spaces around them or control characters', () => {
    expect(header).toEqual(tableColumns[name]);
    const malformed = lines.filter(
      (cells) =>
        cells.length !== tableColumns[name].length ||
        cells.some(
          (cell) => cell !== cell.trim() || /[\p{Cc}\ufffd]| {2}/u.test(cell) || !cell.isWellFormed(),
        ),
    );
    expect(malformed).toEqual([]);
  });

  it('is sorted by keys of ASCII characters, each there once', () => {
    expect(keys.filter((key) => !/^[\x21-\x7e]+$/.test(key))).toEqual([]);
    expect(keys.filter((key, index) => index > 0 && key <= (keys[index - 1] ?? ''))).toEqual([]);
  });

  it('names the source of every row', () => {
    const table = data[name] as Table<string>;
    const sources = new Set([...table.rows()].map((row) => table.sourceOf(row).name));
    expect([...sources].toSorted()).toEqual(
      Object.values(manifest[name].sources)
        .map(({ name }) => name)
        .toSorted(),
    );
  });
});

it('no file is without a table', () => {
  const files = readdirSync(folder).filter((file) => file.endsWith('.tsv'));
  expect(files.toSorted()).toEqual(names.map((name) => `${name}.tsv`).toSorted());
  expect(Object.keys(manifest).toSorted()).toEqual(names.toSorted());
});

describe('cells are what their columns promise', () => {
  const bic = /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/;
  const id = /^(?:[a-z]{2}_[a-z0-9_]+)?$/;
  const ids = /^(?:[a-z]{2}_[a-z0-9_]+(?:,(?!$)|$))*$/;
  const position = /^(?:\d+-\d+)?$/;
  const type = new RegExp(`^(?:${InstitutionType.options.join('|')})?$`);
  const check = /^(?:(?:MOD10|MOD11|DBLAL):(?:-?\d+,){13}-?\d+:(?:1[0-4]|[1-9])?)?$/;
  const patterns: { [Name in TableName]?: Record<string, RegExp> } = {
    bank: {
      id: /^[a-z]{2}_(?:bic_[a-z0-9]{8}|bank_code_[a-z0-9]+)$/,
      name: /./,
      bic: new RegExp(`^$|${bic.source}`),
      type,
      rails: new RegExp(`^(?:(?:${paymentRails.join('|')})(?:,(?!$)|$))*$`),
      rails_source: /^(?:country|register)?$/,
      previous_ids: /^(?:[a-z]{2}_[a-z0-9_]+(?:,(?!$)|$))*$/,
    },
    bic: { bic, institution: id, others: ids, source: /./ },
    replaced_id: { id, now: /./ },
    kept_bank: {
      code: /^(?:iban:[A-Z]{2}|bic:)[A-Z0-9]+$/,
      name: /./,
      bic: new RegExp(`^$|${bic.source}`),
      type,
    },
    bank_change: {
      code: /^(?:iban|bic|ifsc):[A-Z0-9]+$/,
      former: /./,
      date: /^20\d\d-\d\d-\d\d$|^1999-\d\d-\d\d$/,
    },
    rail_member: { bic: /^[A-Z0-9]{8}$/, rails: /./ },
    network: { bic: /^[A-Z0-9]{4,8}$/, name: /./ },
    bic_country: { country: /^[A-Z]{2}$/, institutions: /^[1-9]\d*$/ },
    iban_country: {
      country: /^[A-Z]{2}$/,
      bban: /^(?:\d+!?[nac])+$/,
      bank: /^\d+-\d+$/,
      branch: position,
      account: position,
      sepa: /^(?:yes|no)$/,
    },
    iban_bank: {
      code: /^[A-Z]{2}[A-Z0-9]+$/,
      institution: id,
      bic: new RegExp(`^$|${bic.source}`),
      others: ids,
    },
    ifsc_bank: { bank: /^[A-Z0-9]{4}$/, name: /./, type, rails: /^(?:(?:nach|apbs|upi)(?:,|$))*$/ },
    ifsc_branch_range: { from: /^[A-Z]{4}0\d{6}$/, to: /^[A-Z]{4}0\d{6}$/ },
    ifsc_branch: { ifsc: /^[A-Z]{4}0[A-Z0-9]{6}$/ },
    ifsc_sublet: { prefix: /^[A-Z]{4}[A-Z0-9]*$/, bank: /^(?:[A-Z0-9]{4})?$/ },
    routing_number: {
      routing_number: /^\d{9}$/,
      name: /./,
      institution: /^\d{9}$/,
      bic: new RegExp(`^$|${bic.source}`),
      type,
      wire: /^(?:yes)?$/,
    },
    fedach: {
      routing_number: /^\d{9}$/,
      state: /^(?:[A-Z]{2})?$/,
      type: /^(?:central_bank)?$/,
      bic: new RegExp(`^$|${bic.source}`),
      wire: /^(?:yes)?$/,
    },
    sort_code: { sort_code: /^\d{6}$/, name: /./, bic: new RegExp(`^$|${bic.source}`), type },
    sort_code_range: { from: /^\d{6}$/, to: /^\d{6}$/, name: /./, bic, type, others: /^(?:[A-Z0-9]{8})?$/ },
    sort_code_modulus: { from: /^\d{6}$/, to: /^\d{6}$/, first: /^./, second: check },
    sort_code_substitute: { sort_code: /^\d{6}$/, substitute: /^\d{6}$/ },
  };

  it.each(Object.entries(patterns))('%s', (name, columns) => {
    const table = data[name as TableName] as Table<string>;
    const wrong = [...table.rows()].filter((row) =>
      Object.entries(columns).some(([column, pattern]) => !pattern.test(row[column] ?? '')),
    );
    expect(wrong).toEqual([]);
  });

  it.each(['ifsc_branch_range', 'sort_code_range', 'sort_code_modulus'] as const)(
    'ranges of %s neither end before they begin nor overlap',
    (name) => {
      const ranges = [...(data[name] as Table<'from' | 'to'>).rows()];
      expect(ranges.filter(({ from, to }) => from > to)).toEqual([]);
      expect(ranges.filter(({ from }, index) => index > 0 && from <= (ranges[index - 1]?.to ?? ''))).toEqual(
        [],
      );
    },
  );

  it('every BIC that a routing number or a sort code has is in the table of BICs', () => {
    const bics = [
      ...data.routing_number.rows(),
      ...data.fedach.rows(),
      ...data.sort_code.rows(),
      ...data.sort_code_range.rows(),
    ]
      .map(({ bic }) => bic)
      .filter((bic) => bic !== '');
    expect(bics.filter((bic) => data.bic.find(bic) === undefined)).toEqual([]);
  });

  it('every institution that a BIC, a code or a replaced id leads to is in the table of banks', () => {
    const known = new Set([...data.bank.rows()].map(({ id }) => id));
    const split = (ids: string) => ids.split(',').filter((one) => one !== '');
    const named = [
      ...[...data.bic.rows()].flatMap(({ bic: code, institution, others }) => [
        institution || (others === '' ? bicId(code) : ''),
        ...split(others),
      ]),
      ...[...data.iban_bank.rows()].flatMap(({ bic: code, institution, others }) => [
        institution || bicId(code),
        ...split(others),
      ]),
      ...[...data.replaced_id.rows()].flatMap(({ now }) => split(now)),
    ];
    expect([...new Set(named)].filter((one) => one !== '' && !known.has(one))).toEqual([]);
  });

  it('[identify.institution.changes] every change leads to a bank that exists', () => {
    const lost = [...data.bank_change.rows()].filter(({ code, now, name }) => {
      const [scheme, target = ''] = now.split(':');
      if (now === '') return name === '';
      if (scheme === 'ifsc') return data.ifsc_bank.find(target) === undefined;
      const table = code.startsWith('bic:')
        ? data.bic.find(code.slice(4))
        : data.iban_bank.find(code.slice(5));
      return table?.note === undefined || table.note === '';
    });
    expect(lost).toEqual([]);
  });

  it('a participant of FedACH is replaced, or has a name, a place and an institution that one of the tables has', () => {
    const rows = [...data.fedach.rows()];
    expect(rows.filter(({ routing_number }) => !hasRightCheckDigit(routing_number))).toEqual([]);
    const wrong = rows.filter(({ name, city, state, bic, institution, wire, replaced_by }) =>
      replaced_by === ''
        ? [name, city].includes('') ||
          (data.routing_number.find(institution) ?? data.fedach.find(institution)) === undefined
        : [name, city, state, bic, institution, wire].some((cell) => cell !== ''),
    );
    expect(wrong).toEqual([]);
  });

  it('the institution of every routing number is one of its own numbers', () => {
    const institutions = [...data.routing_number.rows()].map(({ name, institution }) => [
      name,
      data.routing_number.find(institution)?.name,
    ]);
    expect(institutions.filter(([name, holder]) => name !== holder)).toEqual([]);
  });
});

describe('a table finds rows in its bytes', () => {
  const bytes = Buffer.from('key\tvalue\nb\t1\nbb\t2\nd\tä\tö\n');
  const table = new Table(['key', 'value'], bytes, { one: { name: 'One', as_of: '2026-01-01' } });

  it.each([
    ['a', undefined, undefined],
    ['b', '1', '1'],
    ['ba', undefined, '1'],
    ['bb', '2', '2'],
    ['c', undefined, '2'],
    ['d', 'ä', 'ä'],
    ['e', undefined, 'ä'],
    ['', undefined, undefined],
    ['b\t1', undefined, '1'],
    ['ключ', undefined, 'ä'],
  ])('%j', (key, value, last) => {
    expect(table.find(key)?.value).toBe(value);
    expect(table.findLast(key)?.value).toBe(last);
  });

  it('the first row of a prefix', () => {
    expect(table.findFirst('b')?.key).toBe('b');
    expect(table.findFirst('bb')?.key).toBe('bb');
    expect(table.findFirst('c')).toBeUndefined();
    expect(table.findFirst('z')).toBeUndefined();
  });

  it('every row of every table is found by its key', () => {
    for (const name of names) {
      const table = data[name] as Table<string>;
      const [key = ''] = tableColumns[name];
      const rows = sampled(table.rows());
      expect(rows.map((row) => table.find(row[key] ?? ''))).toEqual(rows);
    }
  });

  it('a file with other columns is refused', () => {
    expect(() => new Table(['key', 'other'], bytes, {})).toThrow('columns');
  });
});
