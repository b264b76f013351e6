import { loadIdentifyData } from '../load.ts';
import { routingNumberRails } from '../payment-rails.ts';
import { nationalSightings } from './national-sightings.ts';

/** Facts that the tables of other rails have about an institution with a BIC. */
export interface OtherFacts {
  /** Undefined if the list of BICs has a better one. */
  name: string | undefined;
  shortName: string;
  type: string | undefined;
  rails: Set<string>;
  isByCountry: boolean;
}

/**
 * Facts of the tables that are kept by hand and of FedACH, by the id of the institution.
 * @param idOf the id of the institution with a BIC
 */
export async function otherFacts(idOf: (bic: string) => string): Promise<ReadonlyMap<string, OtherFacts>> {
  const data = await loadIdentifyData();
  const facts = new Map<string, OtherFacts>();
  const add = (id: string, rails: readonly string[], isByCountry: boolean, names?: Names) => {
    const known = facts.get(id);
    facts.set(id, {
      name: known?.name ?? names?.name,
      shortName: known?.shortName || (names?.shortName ?? ''),
      type: known?.type ?? names?.type,
      rails: new Set([...(known?.rails ?? []), ...rails]),
      isByCountry: known?.isByCountry === true || isByCountry,
    });
  };
  for (const { institution, rails, isByCountry } of nationalSightings(data)) {
    const { bic, name, short_name: shortName = '', type } = institution;
    add(bic === undefined ? institution.id : idOf(bic), rails, isByCountry, {
      name,
      shortName,
      type: type === 'bank' ? '' : type,
    });
  }
  for (const { name, bic, type, wire } of data.routing_number.rows()) {
    if (bic !== '')
      add(idOf(bic), routingNumberRails(wire === 'yes'), false, {
        name,
        shortName: '',
        type: bankType(type),
      });
  }
  for (const { name, short_name: shortName, bic, type } of [
    ...data.sort_code_range.rows(),
    ...data.sort_code.rows(),
  ]) {
    if (bic !== '') add(idOf(bic), [], false, { name, shortName, type: bankType(type) });
  }
  // Last, because the names of the other tables are more current.
  const keptBics = new Map([...data.routing_number.rows()].map(({ institution, bic }) => [institution, bic]));
  for (const { name, bic, institution, wire } of data.fedach.rows()) {
    const known = bic || (keptBics.get(institution) ?? '');
    const names = bic === '' ? undefined : { name, shortName: '', type: '' };
    if (known !== '') add(idOf(known), routingNumberRails(wire === 'yes'), false, names);
  }
  return facts;
}

interface Names {
  name: string;
  shortName: string;
  type: string;
}

function bankType(type: string): string {
  return type === 'bank' ? '' : type;
}
