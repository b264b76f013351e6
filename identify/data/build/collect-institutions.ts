import type { Rail } from '#contract/rail.ts';
import { coversIbanBanks, findIbanBank } from '../../iban-bank.ts';
import { type InstitutionRow, institutionRow, type Sighting } from '../../institution-row.ts';
import { toInstitution } from '../../institution.ts';
import { numberPlan } from '../../mobile-money.ts';
import type { NationalBank } from '../../national-banks.ts';
import { unionBanks } from '../../rails/ci-bank.ts';
import { egyptianBanks } from '../../rails/eg-bank.ts';
import { ghanaianBanks } from '../../rails/gh-bank.ts';
import { kenyanBanks } from '../../rails/ke-bank.ts';
import { nigerianBanks } from '../../rails/nuban.ts';
import { rwandanBanks } from '../../rails/rw-bank.ts';
import { southAfricanBanks } from '../../rails/za-bank.ts';
import type { IdentifyData } from '../tables.ts';

/**
 * Every institution that a reference can lead to, once, as rows of the table institution. If several tables have the
 * same id, the name is that of the first one: national lists come first, because their names are the most readable,
 * then BICs.
 */
export function collectInstitutions(data: IdentifyData): InstitutionRow[] {
  const sightings = [...nationalSightings(data), ...otherSightings(data)];
  return [...Map.groupBy(sightings, ({ institution }) => institution.id)].map(([id, all]) =>
    institutionRow(id, all),
  );
}

function nationalSightings(data: IdentifyData): Sighting[] {
  const tables: [Rail, ReadonlyMap<string, NationalBank>][] = [
    ['nuban', nigerianBanks(data)],
    ['gh_bank', ghanaianBanks(data)],
    ['ke_bank', kenyanBanks(data)],
    ['za_bank', southAfricanBanks(data)],
    ['ci_bank', unionBanks(data)],
    ['eg_bank', egyptianBanks(data)],
    // An Egyptian IBAN contains the same code.
    ['iban', egyptianBanks(data)],
    ['rw_bank', rwandanBanks(data)],
  ];
  return [
    ...tables.flatMap(([rail, banks]) =>
      [...banks.values()]
        .filter(({ closed }) => !closed)
        .map(({ institution, country }) => ({ rail, country, institution })),
    ),
    ...numberPlan(data).services.map(({ institution, country }) => ({
      rail: 'momo' as const,
      country,
      institution,
    })),
  ];
}

function* otherSightings(data: IdentifyData): Generator<Sighting> {
  for (const { routing_number, institution } of data.routing_number.rows()) {
    yield participantSighting(institution, routing_number, data);
  }
  for (const { sort_code, short_name: shortName, ...row } of data.sort_code.rows()) {
    yield sighted('sort_code', { ...row, country: 'GB', shortName, scheme: 'sort_code', code: sort_code });
  }
  for (const { short_name: shortName, ...row } of data.sort_code_range.rows()) {
    yield sighted('sort_code', { ...row, country: 'GB', shortName, scheme: 'bic', code: row.bic });
  }
  for (const { bank, name, type } of data.ifsc_bank.rows()) {
    yield sighted('ifsc', { country: 'IN', name, scheme: 'ifsc', code: bank, type });
  }
  for (const { prefix, bank, name } of data.ifsc_sublet.rows()) {
    if (bank !== '') continue;
    yield sighted('ifsc', { country: 'IN', name, scheme: 'ifsc', code: prefix, type: 'bank' });
  }
  for (const { bic, name, type } of data.bic.rows()) {
    yield sighted('swift', { country: bic.slice(4, 6), name, bic, scheme: 'bic', code: bic, type });
  }
  yield* ibanSightings(data);
  // Last, because the names of other tables are more current.
  for (const { replaced_by, institution, routing_number } of data.fedach.rows()) {
    if (replaced_by === '') yield participantSighting(institution, routing_number, data);
  }
}

/** The institution to which its number leads, with its other numbers. */
function participantSighting(first: string, routingNumber: string, data: IdentifyData): Sighting {
  const { name = '', bic = '', type = '' } = data.routing_number.find(first) ?? data.fedach.find(first) ?? {};
  const found = toInstitution({ country: 'US', name, bic, scheme: 'aba', code: first, type });
  const codes = [...found.codes, { scheme: 'aba', value: routingNumber }];
  return { rail: 'routing_number', country: 'US', institution: { ...found, codes } };
}

/** Banks by the codes in IBANs. Where these are the first letters of BICs, the institution to which an IBAN leads. */
function* ibanSightings(data: IdentifyData): Generator<Sighting> {
  for (const { code, short_name: shortName, ...row } of data.iban_bank.rows()) {
    const place = { country: code.slice(0, 2), code: code.slice(2) };
    yield sighted('iban', { ...row, ...place, shortName, scheme: 'bank_code' });
  }
  const lettered = new Set(
    [...data.iban_country.rows()].filter(({ bban }) => bban.startsWith('4!a')).map((row) => row.country),
  );
  for (const { bic } of data.bic.rows()) {
    const country = bic.slice(4, 6);
    const code = bic.slice(0, 4);
    if (!lettered.has(country) || !coversIbanBanks(country, code, data)) continue;
    const bank = findIbanBank(country, code, data);
    if (bank?.bic !== bic) continue;
    const { name, shortName, type } = bank;
    yield sighted('iban', { country, name, shortName, bic, scheme: 'bank_code', code, type });
  }
}

function sighted(rail: Rail, facts: Parameters<typeof toInstitution>[0]): Sighting {
  const institution = toInstitution(facts);
  const country = institution.bic?.slice(4, 6) ?? facts.country;
  return { rail, country, institution };
}
