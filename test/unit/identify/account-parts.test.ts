import { describe, expect, it } from 'vitest';
import { answerTo } from './ask.ts';
import { ibanOf } from './iban-of.ts';
import { readTsv } from './read-tsv.ts';

const registryExamples = readTsv('iban-registry.tsv').map(([iban = '']) => iban);

describe('[identify.result.account-parts] an IBAN is an account', () => {
  it.each([
    ['DE89370400440532013000', { bank_code: '37040044', account_number: '0532013000', check_digits: '89' }],
    [
      'FR1420041010050500013M02606',
      { bank_code: '20041', branch_code: '01005', account_number: '0500013M026', check_digits: '14' },
    ],
    [
      'GB29NWBK60161331926819',
      { bank_code: 'NWBK', branch_code: '601613', account_number: '31926819', check_digits: '29' },
    ],
    [
      'ES9121000418450200051332',
      { bank_code: '2100', branch_code: '0418', account_number: '0200051332', check_digits: '91' },
    ],
    [
      'IT60X0542811101000000123456',
      { bank_code: '05428', branch_code: '11101', account_number: '000000123456', check_digits: '60' },
    ],
  ])('%s has the parts %j', (iban, parts) => {
    expect(answerTo({ iban }).account).toEqual({
      number: parts.account_number,
      valid: true,
      check: 'checksum',
      formatted: iban.replaceAll(/(.{4})(?=.)/g, '$1 '),
      ...parts,
    });
  });

  it.each(registryExamples)('the parts of %s are in it, one after the other', (iban) => {
    const { account } = answerTo({ iban });
    const { bank_code = '?', branch_code = '', account_number = '?' } = account ?? {};
    expect(iban).toMatch(new RegExp(`^....[A-Z]?${bank_code}.*${branch_code}.*${account_number}`));
    expect(account?.check_digits).toBe(iban.slice(2, 4));
  });

  it('with wrong check digits it cannot exist', () => {
    expect(answerTo({ iban: 'DE88370400440532013000' })).toMatchObject({
      reason: 'bad_checksum',
      account: { valid: false, check: 'checksum' },
    });
  });

  it.each([
    ['66374958', true],
    ['66374959', false],
  ])('a British one is checked with its sort code: %s is %s', (number, valid) => {
    const answer = answerTo({ iban: ibanOf('GB', `NWBK089999${number}`) });
    expect(answer).toMatchObject({ result: 'identified', account: { valid, check: 'checksum' } });
  });

  it('an account number that is given is the one that is checked', () => {
    expect(answerTo({ iban: 'DE89370400440532013000', account_number: '532013000' }).account).toMatchObject({
      number: '532013000',
      account_number: '0532013000',
      valid: true,
    });
  });

  it('of a country without IBANs in the registry, nothing is read', () => {
    expect(answerTo({ iban: 'US64SVBKUS6S3300958879' })).not.toHaveProperty('account');
  });
});

describe('[identify.result.account-parts] other references are accounts too', () => {
  it('an account of the West African union', () => {
    expect(answerTo({ rail: 'ci_bank', bank_code: 'CI0080111301134291200589' }).account).toEqual({
      number: 'CI0080111301134291200589',
      valid: true,
      check: 'checksum',
      formatted: 'CI008 01113 011342912005 89',
      bank_code: 'CI008',
      branch_code: '01113',
      account_number: '011342912005',
      check_digits: '89',
    });
  });

  it('an Egyptian IBAN', () => {
    expect(answerTo({ rail: 'eg_bank', bank_code: 'EG380019000500000000263180002' }).account).toEqual({
      number: 'EG380019000500000000263180002',
      valid: true,
      check: 'checksum',
      formatted: 'EG38 0019 0005 0000 0000 2631 8000 2',
      bank_code: '0019',
      branch_code: '0005',
      account_number: '00000000263180002',
      check_digits: '38',
    });
  });

  it.each([
    [{ sort_code: '202959' }],
    [{ bic: 'COBADEFF' }],
    [{ rail: 'eg_bank', bank_code: '0019' }],
    [{ rail: 'ci_bank', bank_code: 'CI008' }],
  ])('and not the code of a bank alone: %j', (body) => {
    expect(answerTo(body)).not.toHaveProperty('account');
  });

  it.each([
    [{ sort_code: '202959', account_number: '63748472' }, '20-29-59 63748472'],
    [{ sort_code: '202959', account_number: '6374847' }, '20-29-59 06374847'],
    [{ routing_number: '021000021', account_number: '12345' }, '021000021 12345'],
    [{ ifsc: 'HDFC0000001', account_number: '50100012345678' }, 'HDFC0000001 50100012345678'],
    [{ account_number: '0000014579', bank_code: '011', country: 'NG' }, '0000014579'],
    [{ rail: 'ke_bank', bank_code: '01', account_number: '1234567890' }, '01 1234567890'],
    [{ bic: 'COBADEFF', account_number: 'DE89370400440532013000' }, 'DE89 3704 0044 0532 0130 00'],
  ])('the account of %j is written as %s', (body, formatted) => {
    expect(answerTo(body).account?.formatted).toBe(formatted);
  });
});

describe('[identify.result.verification] where a bank is asked for the name of an account', () => {
  it.each([
    ['DE89370400440532013000', 'vop', 'yes'],
    ['FR1420041010050500013M02606', 'vop', 'yes'],
    ['SE4550000000058398257466', 'vop', 'unknown'],
    ['BG80BNBG96611020345678', 'vop', 'unknown'],
    ['CH5604835012345678009', 'vop', 'unknown'],
    ['GB29NWBK60161331926819', 'cop', 'yes'],
  ])('the bank of %s in %s: %s', (iban, scheme, reachable) => {
    expect(answerTo({ iban }).verification).toEqual({ scheme, reachable });
  });

  it.each([
    ['202678', 'yes'],
    ['230580', 'yes'],
    ['200000', 'unknown'],
  ])('the bank of the sort code %s in cop: %s', (sort_code, reachable) => {
    expect(answerTo({ sort_code }).verification).toEqual({ scheme: 'cop', reachable });
  });

  it.each([
    [{ iban: 'TR330006100519786457841326' }],
    [{ bic: 'COBADEFF' }],
    [{ routing_number: '021000021' }],
    [{ sort_code: '000000' }],
    [{ iban: 'DE88370400440532013000' }],
  ])('%j says nothing of it', (body) => {
    expect(answerTo(body)).not.toHaveProperty('verification');
  });
});
