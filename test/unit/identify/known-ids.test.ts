import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { entityName } from '#identify/build/legal-entity.ts';
import { isOneHolder } from '#identify/build/same-bank.ts';
import { foldWords } from '#identify/fold-words.ts';
import { findIbanBank } from '#identify/iban-bank.ts';
import { bicId } from '#identify/known-bank.ts';
import { listBanks } from '#identify/banks.ts';
import { idOf } from '#identify/to-bank.ts';
import { answerTo, data } from './ask.ts';
import { ibanOf } from './iban-of.ts';

/** Ids that clients may have stored: all American ones of before the directory of 2018, and one in ten of the others. */
const known = readFileSync(new URL('./known-ids.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n');

const countryOf = ({ id, bic }: { id: string; bic: string }) =>
  bic === '' ? id.slice(0, 2).toUpperCase() : bic.slice(4, 6);

it('[identify.institution.id] institutions keep the ids that they had', () => {
  const ids = new Set([...data.institution.rows()].map(idOf));
  expect(known.length).toBeGreaterThan(3000);
  const isReplaced = (id: string) => data.replaced_id.find(id) !== undefined;
  expect(known.filter((id) => !ids.has(id) && !isReplaced(id))).toEqual([]);
  expect(known.filter((id) => !ids.has(id)).length).toBeLessThan(known.length / 8);
});

it('[identify.institution.previous-ids] a replaced id leads to every institution that had it, and these tell it', async () => {
  for (const [at, { id, now }] of [...data.replaced_id.rows()].entries()) {
    const current = new Set([...now.split(','), ...(data.bank.find(id) === undefined ? [] : [id])]);
    const untold = [...current].filter(
      (one) => one !== id && data.bank.find(one)?.previous_ids.split(',').includes(id) !== true,
    );
    expect(untold).toEqual([]);
    // A list of a few is enough: it reads the same rows.
    if (at % 20 !== 0) continue;
    const { items } = await listBanks(data, { id }, 1000);
    expect(new Set(items.map((bank) => bank.id))).toEqual(current);
    expect(items.every((bank) => bank.id === id || bank.previous_ids?.includes(id))).toBe(true);
  }
  expect((await listBanks(data, { id: 'de_bic_deutdeff' }, 10)).items.map(({ id }) => id)).toEqual([
    'de_bic_deutdeff',
  ]);
  expect((await listBanks(data, { id: 'de_bic_nobodyff' }, 10)).items).toEqual([]);
});

it('[identify.institution.previous-ids] American banks of 2018 that were taken over lead to the bank of today, by id as by number', () => {
  for (const [id, now] of [
    ['us_aba_061113415', 'us_bic_brbtus33'],
    ['us_aba_062101468', 'us_bic_pnccus33'],
    ['us_aba_061020317', 'us_bic_ftbmus44'],
    ['us_aba_011104131', 'us_bic_mantus33'],
    ['us_aba_071001274', 'us_bic_huntus33'],
    ['us_aba_021213449', 'us_bic_ctzius33'],
  ] as const) {
    expect(data.replaced_id.find(id)?.now).toBe(now);
    expect(answerTo({ routing_number: id.slice(-9) }).institution?.id).toBe(now);
  }
  // And so does the bank of a network that another one took over.
  expect(data.replaced_id.find('it_bank_code_03002')?.now).toBe('it_bic_uncritmm');
});

it('[identify.institution.id] every routing number of the hand-kept table leads to one of them', () => {
  const ids = new Set(known);
  for (const { routing_number } of data.routing_number.rows()) {
    expect(ids).toContain(answerTo({ routing_number }).institution?.id);
  }
});

it.each([
  ['DK', 'Spar Nord Bank', 'dk_bic_spnodk22'],
  ['DK', 'AL Sydbank A/S', 'dk_bic_sybkdk22'],
  ['DE', 'Commerzbank', 'de_bic_cobadeff'],
  ['DK', 'Sparekassen Kronjylland', 'dk_bic_krondk22'],
  ['PL', 'Erste Bank Polska', 'pl_bic_wbkpplpp'],
  ['PL', 'ING Bank Śląski', 'pl_bic_ingbplpw'],
  ['PL', 'BNP Paribas Bank Polska', 'pl_bic_ppabplpk'],
])('[identify.institution.id] %s: all codes of %s lead to one institution', (country, name, id) => {
  const holders = [...data.iban_bank.rows()]
    .filter(({ code }) => code.startsWith(country))
    .map(({ code, institution, bic }) => institution || bicId(bic) || code)
    .filter((holder) => data.bank.find(holder)?.name.toLowerCase().startsWith(name.toLowerCase()));
  expect(new Set(holders)).toEqual(new Set([id]));
});

it('[identify.institution.id] all codes and BICs of regions of Deutsche Bank and Commerzbank lead to one institution', () => {
  for (const [party, id] of [
    ['DEUTDE', 'de_bic_deutdeff'],
    ['COBADE', 'de_bic_cobadeff'],
  ] as const) {
    const rows = [...data.iban_bank.rows()].filter(
      (row) => row.code.startsWith('DE') && row.bic.startsWith(party),
    );
    expect(rows.length).toBeGreaterThan(50);
    expect(new Set(rows.map(({ institution, bic }) => institution || bicId(bic)))).toEqual(new Set([id]));
  }
  expect(answerTo({ bic: 'DEUTDEBB' }).institution).toMatchObject({ id: 'de_bic_deutdeff', bic: 'DEUTDEBB' });
  expect(answerTo({ bic: 'DEUTDEFF' }).institution).toMatchObject({ id: 'de_bic_deutdeff', bic: 'DEUTDEFF' });
});

it('[identify.institution.id] a name that is one bank’s in its country has one id', () => {
  const named = Map.groupBy(
    [...data.bank.rows()].filter(({ id, bic, name, network }) => {
      const country = countryOf({ id, bic });
      return network === '' && bic !== '' && isOneHolder(country, name);
    }),
    ({ id, bic, name }) => `${countryOf({ id, bic })} ${foldWords(name).join(' ')}`,
  );
  const several = [...named].filter(([, all]) => all.length > 1).map(([name]) => name);
  expect(several).toEqual([]);
});

it('[identify.institution.id] BICs of one party whose names differ in the legal form, a branch or a department have one id', () => {
  const entities = Map.groupBy(
    [...data.bank.rows()].filter(({ bic, network, id }) => network === '' && bic !== '' && id === bicId(bic)),
    ({ bic, name }) => {
      const { core, form } = entityName(name);
      return `${bic.slice(0, 6)} ${core} ${form}`;
    },
  );
  const several = [...entities.values()]
    .filter((all) => all.length > 1)
    .map((all) => all.map(({ id }) => id));
  expect(several).toEqual([]);
  const former: Record<string, readonly string[]> = {
    de_bic_ntsbdeb1: ['de_bic_ntsbdebb'],
    gb_bic_bkengb2l: ['gb_bic_bkengb24'],
    gb_bic_bofsgb2s: ['gb_bic_hlfxgb21', 'gb_bic_hlfxgb22'],
    gb_bic_chasgb2l: ['gb_bic_chasgb4l', 'gb_bic_chasgbkp'],
    gb_bic_cobsgb21: ['gb_bic_cobsgb22'],
    gb_bic_scblgb2l: ['gb_bic_scblgb2g'],
    in_bic_hdfcinbb: ['in_bic_hdfcinaa'],
    us_bic_noscus33: ['us_bic_noscus4h'],
  };
  for (const [id, ids] of Object.entries(former)) {
    expect(data.bank.find(id)?.previous_ids.split(',')).toEqual(expect.arrayContaining([...ids]));
    for (const before of ids) expect(data.replaced_id.find(before)?.now).toBe(id);
  }
  // Every reference leads to it, whichever BIC its table has.
  const [bySortCode, byBic] = [answerTo({ sort_code: '110001' }), answerTo({ bic: 'BOFSGB2S' })];
  expect(bySortCode.institution).toMatchObject({
    id: 'gb_bic_bofsgb2s',
    bic: 'HLFXGB21',
    short_name: 'Halifax',
  });
  expect(byBic.institution?.id).toBe('gb_bic_bofsgb2s');
  // Companies of two legal forms, and of a country, are several.
  expect(data.bank.find('hk_bic_citihkax')?.name).not.toBe(data.bank.find('hk_bic_citihkhx')?.name);
  expect(data.bank.find('gb_bic_hbzugb22')).toBeDefined();
  expect(data.bank.find('gb_bic_hbzugb2l')).toBeDefined();
});

it('[identify.institution.id] a BIC of a region is a branch of its bank, and finds it', async () => {
  const regions = [...data.bic.rows()].filter(
    ({ bic, institution, others, note }) =>
      bic.length === 8 && institution.includes('_bic_') && institution !== bicId(bic) && others + note === '',
  );
  expect(regions.length).toBeGreaterThan(1400);
  for (const { bic, institution: id } of regions) {
    const { institution, confidence } = answerTo({ bic });
    expect(institution).toMatchObject({ id, bic, branch: { code: bic } });
    expect(confidence).toBe('exact');
    // Its former id leads to the bank as well.
    const isReplaced = data.bank.find(bicId(bic)) === undefined;
    const now = (isReplaced ? data.replaced_id.find(bicId(bic))?.now : undefined) ?? id;
    expect(now.split(',')).toContain(id);
  }
  const [found] = (await listBanks(data, { q: 'PNBPUS3C' }, 1)).items;
  expect(found?.id).toBe('us_bic_wfbius6s');
});

it('[identify.likely] an answer that is likely names another institution, or says why it is not sure', () => {
  const doubtful = [...data.iban_bank.rows()].filter(({ others }) => others !== '' && !others.includes(','));
  expect(doubtful.length).toBeGreaterThan(0);
  expect(
    doubtful.filter(({ code }) => (findIbanBank(code.slice(0, 2), code.slice(2), data)?.note ?? '') === ''),
  ).toEqual([]);
  const lonely = [...data.iban_bank.rows()].filter(
    ({ code }) => findIbanBank(code.slice(0, 2), code.slice(2), data)?.candidates?.length === 1,
  );
  expect(lonely).toEqual([]);
});

it('[identify.result.institution] the BIC of a code is that of the head office, unless the code has only one of a branch', () => {
  const bics = ['FR30004', 'FR20041', 'FR10011', 'FR30001', 'FR15589', 'FR18829', 'GBBOFA'].map(
    (code) => data.iban_bank.find(code)?.bic,
  );
  expect(bics).toEqual(['BNPAFRPP', 'PSSTFRPP', 'PSSTFRPP', 'BDFEFRPP', 'CMBRFR2B', 'CMBRFR2B', 'BOFAGB22']);
  expect(answerTo({ bic: 'INGBITMM' }).institution).toMatchObject({
    id: 'it_bic_ingbitd1',
    name: 'ING Bank N.V.',
    bic: 'INGBITMM',
  });
  expect(answerTo({ bic: 'SABRRUMM' }).rails).toEqual([]);
});

it.each([
  [{ iban: ibanOf('DK', '53010000000000') }, 'AL Sydbank A/S', 'Arbejdernes Landsbank was merged into'],
  [{ iban: ibanOf('DK', '76000000000000') }, 'AL Sydbank A/S', 'Vestjysk Bank was merged into'],
  [{ bic: 'ALBADKKK' }, 'AL Sydbank A/S', 'Arbejdernes Landsbank was merged into'],
])('[identify.institution.changes] %j leads to %s, which took its bank over', (reference, name, note) => {
  const answer = answerTo(reference);
  expect(answer.institution?.name).toBe(name);
  expect(answer.note).toContain(note);
});

it.each([
  [{ bic: 'DRESDEFF' }, 'de_bic_cobadeff'],
  [{ routing_number: '055003308' }, 'us_bic_brbtus33'],
])('[identify.institution.one-bank] %j leads to %s', (reference, id) => {
  expect(answerTo(reference).institution?.id).toBe(id);
});

it('[identify.institution.previous-ids] the ids of banks that were taken over since lead to the bank that has them', async () => {
  const now = await Promise.all(
    ['dk_bic_albadkkk', 'dk_bic_vehodk22', 'dk_bank_code_7600', 'de_bic_dresdeff', 'us_aba_021039500'].map(
      async (id) => (await listBanks(data, { id }, 5)).items.map((bank) => bank.id),
    ),
  );
  expect(now).toEqual([
    ['dk_bic_sybkdk22'],
    ['dk_bic_sybkdk22'],
    ['dk_bic_sybkdk22'],
    ['de_bic_cobadeff'],
    ['us_bic_fmaeus33'],
  ]);
});

it('[identify.result.rails] a bank is on the network of SWIFT if one of its BICs in use is', () => {
  for (const bic of ['INGBITMM', 'INGBITD1']) expect(answerTo({ bic }).rails).toContain('swift');
});
