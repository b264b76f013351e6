import { describe, expect, it } from 'vitest';
import type { DirectoryRow, InstitutionRow } from '#contract/directory.ts';
import { IdentifyRequest } from '#contract/identify.ts';
import { readInquiry } from '#identify/identify.ts';
import { answerTo, data } from './ask.ts';

const as_of = '2026-11-01';

/** The keys under which imported directories are asked, in the order in which their rows count. */
function keysOf(body: unknown): string[] {
  const inquiry = readInquiry(IdentifyRequest.parse(body), data);
  return 'malformed' in inquiry
    ? []
    : inquiry.directoryKeys().map(({ directory, key }) => `${directory} ${key}`);
}

function row(directory: InstitutionRow['directory'], key: string, name: string): InstitutionRow {
  return { directory, key, as_of, name, country: directory === 'fedach' ? 'US' : 'GB' };
}

describe('a directory that an operator imported comes before the built-in tables', () => {
  it.each([
    [{ routing_number: '021000021' }, ['fedach 021000021']],
    [{ sort_code: '04-00-04' }, ['eiscd 040004']],
    [{ bic: 'DEUTDEFF' }, ['bic DEUTDEFF', 'bic DEUTDEFFXXX']],
    [{ bic: 'DEUTDEFFXXX' }, ['bic DEUTDEFFXXX', 'bic DEUTDEFF']],
    [{ bic: 'DEUTDEFF500' }, ['bic DEUTDEFF500', 'bic DEUTDEFFXXX', 'bic DEUTDEFF']],
    [{ iban: 'DE89370400440532013000' }, ['bic COBADEFF', 'bic COBADEFFXXX']],
    [{ iban: 'GB29NWBK60161331926819' }, ['eiscd 601613', 'bic NWBKGB2L', 'bic NWBKGB2LXXX']],
    [{ iban: 'US64SVBKUS6S3300958879' }, []],
    [{ ifsc: 'HDFC0000001' }, []],
  ])('%j is asked for as %j', (body, keys) => {
    expect(keysOf(body)).toEqual(keys);
  });

  it('[identify.result.fields] FedACH: its name and its day; the institution stays the same', () => {
    expect(
      answerTo({ routing_number: '121000358' }, [row('fedach', '121000358', 'BANK OF AMERICA, N.A.')]),
    ).toEqual({
      result: 'identified',
      rail: 'routing_number',
      reference: '121000358',
      country: 'US',
      institution: {
        id: 'us_bic_bofaus3n',
        name: 'BANK OF AMERICA, N.A.',
        bic: 'BOFAUS3N',
        codes: [
          { scheme: 'aba', value: '026009593' },
          { scheme: 'bic', value: 'BOFAUS3N' },
        ],
        type: 'bank',
        previous_ids: ['3d', '3m', '6b', '6h', '6m', '6n', '6s'].map((region) => `us_bic_bofaus${region}`),
      },
      rails: ['swift', 'ach', 'wire'],
      rails_source: 'register',
      confidence: 'exact',
      source: { name: 'FedACH', as_of },
    });
  });

  it('a number that no built-in table has is known by a directory; without it, it is not', () => {
    expect(answerTo({ routing_number: '011000109' }).reason).toBe('unknown_institution');
    expect(answerTo({ routing_number: '011000109' }, [row('fedach', '011000109', 'A')])).toMatchObject({
      result: 'identified',
      institution: { id: 'us_aba_011000109' },
    });
  });

  it('[identify.routing-number.order] FedACH comes before the tables; an institution of 2018 keeps its id under its name', () => {
    const [number, replaced] = ['321170839', '011110620'];
    expect(keysOf({ routing_number: replaced })).toEqual(['fedach 011110620', 'fedach 211174178']);
    expect(
      answerTo({ routing_number: number }, [row('fedach', number, 'TRAVIS CREDIT UNION')]),
    ).toMatchObject({
      institution: { id: 'us_aba_121182030', name: 'TRAVIS CREDIT UNION' },
      rails: ['ach', 'wire'],
      source: { name: 'FedACH', as_of },
    });
    // The directory of 2018 lacks the current holder of the number.
    expect(answerTo({ routing_number: number }, [row('fedach', number, 'ANOTHER BANK')])).toMatchObject({
      institution: { id: `us_aba_${number}`, name: 'ANOTHER BANK' },
    });
    const other = answerTo({ routing_number: replaced }, [row('fedach', '211174178', 'ION BANK TODAY')]);
    expect(other).toMatchObject({
      institution: { name: 'ION BANK TODAY' },
      source: { name: 'FedACH' },
      note: 'The number was replaced by 211174178 before December 2018.',
    });
    expect(answerTo({ routing_number: number }, [row('fedach', number, 'X')])).not.toHaveProperty('note');
  });

  it('a number with a wrong check digit stays unknown, whatever a directory says', () => {
    expect(answerTo({ routing_number: '011000391' }, [row('fedach', '011000391', 'A')])).toMatchObject({
      result: 'not_found',
      reason: 'bad_checksum',
    });
  });

  it('EISCD: a sort code is its own, no longer one of a range, and is reached as the directory says', () => {
    const listed: InstitutionRow = {
      ...row('eiscd', '200415', 'BARCLAYS BANK UK PLC'),
      bic: 'BUKBGB22XXX',
      rails: ['bacs', 'faster_payments'],
    };
    expect(answerTo({ sort_code: '200415' }).confidence).toBe('range');
    expect(answerTo({ sort_code: '200415', account_number: '38290008' }, [listed])).toMatchObject({
      institution: { id: 'gb_bic_bukbgb22', bic: 'BUKBGB22' },
      // CHAPS is left out, because the directory does not list it for the code.
      rails: ['swift', 'sepa_credit_transfer', 'bacs', 'faster_payments'],
      confidence: 'exact',
      account: { check: 'checksum' },
      source: { name: 'EISCD', as_of },
    });
  });

  it('a BIC directory: the branch before the head office, and that before the built-in table', () => {
    const branch = { ...row('bic', 'NWBKGB2L123', 'NATWEST, CITY'), branch: { code: '123', city: 'London' } };
    const seat = row('bic', 'NWBKGB2LXXX', 'NATWEST');
    expect(answerTo({ bic: 'NWBKGB2L123' }, [seat, branch])).toMatchObject({
      institution: { id: 'gb_bic_nwbkgb2l', name: 'NATWEST, CITY', branch: { city: 'London' } },
      confidence: 'exact',
    });
    expect(answerTo({ bic: 'NWBKGB2L123' }, [seat])).toMatchObject({
      institution: { name: 'NATWEST' },
      confidence: 'prefix',
    });
    expect(answerTo({ bic: 'NWBKGB2L' }, [seat])).toMatchObject({ confidence: 'exact' });
  });

  it('the bank in an IBAN is that of the directory, the sort code’s first', () => {
    const rows: DirectoryRow[] = [
      row('bic', 'NWBKGB2L', 'NATWEST'),
      row('eiscd', '601613', 'NATWEST, CORBY'),
    ];
    const iban = 'GB29NWBK60161331926819';
    expect(answerTo({ iban }, rows)).toMatchObject({
      country: 'GB',
      institution: { name: 'NATWEST, CORBY', codes: [{ scheme: 'bank_code', value: 'NWBK' }, {}] },
      source: { name: 'EISCD' },
    });
    expect(answerTo({ iban }, rows.slice(0, 1))).toMatchObject({
      institution: { id: 'gb_bic_nwbkgb2l', name: 'NATWEST' },
      source: { name: 'BIC directory' },
    });
  });

  it('rows of other keys change nothing', () => {
    const rows: DirectoryRow[] = [row('fedach', '026009593', 'A'), row('eiscd', '021000', 'B')];
    expect(answerTo({ routing_number: '021000021' }, rows)).toEqual(
      answerTo({ routing_number: '021000021' }),
    );
  });
});
