import type { Rail } from '#contract/rail.ts';
import { coversIbanBanks, findIbanBank } from '../iban-bank.ts';
import { type InstitutionRow, institutionRow, type Sighting } from '../institution-row.ts';
import { toInstitution } from '../institution.ts';
import { bicId, idOfBic, type KnownBank, toKnownBank } from '../known-bank.ts';
import type { IdentifyData } from '../data/tables.ts';
import { nationalSightings } from './national-sightings.ts';

/**
 * Every institution that a reference can lead to, once, as rows of the table institution: under the name of the table bank,
 * or else that of the first table that has it. The other names, and the towns, are words to find it by.
 */
export function collectInstitutions(data: IdentifyData): InstitutionRow[] {
  const banks = knownBanks(data);
  const sightings = [...nationalSightings(data), ...otherSightings(data)].map((one) =>
    atSeat(one, banks, data),
  );
  return [...Map.groupBy(sightings, ({ institution }) => institution.id)].map(([id, all]) => {
    const bank = banks.get(id);
    const names = all.flatMap(({ institution, words = [] }) => [institution.name, ...words]);
    if (bank === undefined) return institutionRow(id, all, [...new Set(names)]);
    const { country, row, institution } = bank;
    const { name, type } = institution;
    const known = all.map((one) => ({
      ...one,
      country,
      institution: { ...one.institution, name, type },
    }));
    return institutionRow(id, known, [...new Set([...names, row.city, row.short_name])]);
  });
}

/** A table may know an institution by the BIC of a part of it. */
function atSeat(sighting: Sighting, banks: ReadonlyMap<string, KnownBank>, data: IdentifyData): Sighting {
  const { id, bic } = sighting.institution;
  if (bic === undefined || banks.has(id)) return sighting;
  return { ...sighting, institution: { ...sighting.institution, id: idOfBic(bic, data) } };
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
  yield* bankSightings(data);
  // Last, because the names of other tables are more current.
  for (const { replaced_by, institution, routing_number, city } of data.fedach.rows()) {
    if (replaced_by === '')
      yield { ...participantSighting(institution, routing_number, data), words: [city] };
  }
}

/** The institution to which its number leads, with its other numbers. */
function participantSighting(first: string, routingNumber: string, data: IdentifyData): Sighting {
  const { name = '', bic = '', type = '' } = data.routing_number.find(first) ?? data.fedach.find(first) ?? {};
  const found = toInstitution({ country: 'US', name, bic, scheme: 'aba', code: first, type });
  const codes = [...found.codes, { scheme: 'aba', value: routingNumber }];
  return { rail: 'routing_number', country: 'US', institution: { ...found, codes } };
}

/** Institutions of the table bank, by their BICs and by their codes in IBANs. */
function* bankSightings(data: IdentifyData): Generator<Sighting> {
  const banks = knownBanks(data);
  const sight = (
    rail: Rail,
    id: string,
    codes: Sighting['institution']['codes'],
    words: string[],
  ): Sighting[] => {
    const bank = banks.get(id);
    if (bank === undefined) return [];
    return [{ rail, country: bank.country, institution: { ...bank.institution, codes }, words }];
  };
  for (const { bic, institution, others } of data.bic.rows()) {
    const ids = others === '' ? [institution === '' ? bicId(bic) : institution] : others.split(',');
    for (const id of ids) yield* sight('swift', id, [{ scheme: 'bic', value: bic }], [bic]);
  }
  const told = new Set<string>();
  for (const { code, institution: given, bic, branch, others } of data.iban_bank.rows()) {
    const institution = given === '' ? bicId(bic) : given;
    const codes = [
      { scheme: 'bank_code', value: code.slice(2) },
      ...(bic === '' ? [] : [{ scheme: 'bic', value: bic }]),
    ];
    const words = [branch, bic].filter((one) => one !== '');
    for (const id of new Set([institution, ...others.split(',')])) {
      if (id !== '') yield* sight('iban', id, id === institution ? codes : [], words);
      told.add(id);
    }
  }
  const lettered = new Set(
    [...data.iban_country.rows()].filter(({ bban }) => bban.startsWith('4!a')).map((row) => row.country),
  );
  for (const { bic } of data.bic.rows()) {
    const country = bic.slice(4, 6);
    const code = bic.slice(0, 4);
    if (!lettered.has(country) || !coversIbanBanks(country, code, data)) continue;
    for (const { id } of namesakes(country, code, data)) {
      if (!told.has(id)) yield* sight('iban', id, [{ scheme: 'bank_code', value: code }], []);
      told.add(id);
    }
  }
}

function knownBanks(data: IdentifyData): ReadonlyMap<string, KnownBank> {
  return new Map([...data.bank.rows()].map((row) => [row.id, toKnownBank(row)]));
}

/** The institutions that an IBAN with the first letters of a BIC may lead to. */
function namesakes(country: string, code: string, data: IdentifyData): { id: string }[] {
  const found = findIbanBank(country, code, data);
  return found?.candidates ?? (found?.known === undefined ? [] : [found.known.row]);
}

function sighted(rail: Rail, facts: Parameters<typeof toInstitution>[0]): Sighting {
  const institution = toInstitution(facts);
  const country = institution.bic?.slice(4, 6) ?? facts.country;
  return { rail, country, institution };
}
