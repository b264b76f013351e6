import type { Institution, InstitutionType } from '#contract/identify.ts';

/**
 * The id of an institution: country, scheme and code in lower case, such as `de_bic_deutdeff`. It depends only on the
 * code, so it is the same in every result and every version. If the first eight characters of a BIC are known, they are
 * the code, so that all rails that lead to an institution give the same id. Otherwise it is the code of the national
 * scheme: `in_ifsc_hdfc`.
 */
export function institutionId(country: string, scheme: string, code: string): string {
  return [country, scheme, scheme === 'bic' ? code.slice(0, 8) : code].join('_').toLowerCase();
}

/** A table's facts about an institution. Unknown values are empty. */
export interface InstitutionFacts {
  country: string;
  name: string;
  shortName?: string;
  bic?: string;
  /** Its code in the scheme by which it was found. */
  scheme: string;
  code: string;
  /** As in the tables; empty for banks. */
  type?: string;
  branch?: Institution['branch'];
}

/** An institution as results show it. */
export function toInstitution(facts: InstitutionFacts): Institution {
  const { country, name, shortName, bic, scheme, code, type, branch } = facts;
  // The BIC of a head office is written with or without XXX.
  const known = bic === undefined || bic === '' ? undefined : bic.replace(/^(.{8})XXX$/, '$1');
  return {
    id:
      known === undefined
        ? institutionId(country, scheme, code)
        : institutionId(known.slice(4, 6), 'bic', known),
    name,
    ...(shortName === undefined || shortName === '' || shortName === name ? {} : { short_name: shortName }),
    ...(known === undefined ? {} : { bic: known }),
    codes: [
      { scheme, value: code },
      ...(known === undefined || scheme === 'bic' ? [] : [{ scheme: 'bic', value: known }]),
    ],
    type: type === undefined || type === '' ? 'bank' : (type as InstitutionType),
    ...(branch === undefined ? {} : { branch }),
  };
}
