import type { Institution, InstitutionType } from '#contract/identify.ts';

/**
 * The id of an institution: country, scheme and code in lower case, `de_bic_deutdeff`. It follows from the code alone,
 * so it is the same in every answer and every version. Where the first eight characters of a BIC are known they are the
 * code, so that all rails that lead to an institution give one id; else it is that of the national scheme:
 * `in_ifsc_hdfc`.
 */
export function institutionId(country: string, scheme: string, code: string): string {
  return [country, scheme, scheme === 'bic' ? code.slice(0, 8) : code].join('_').toLowerCase();
}

/** What a table knows of an institution. What is empty is not known. */
export interface InstitutionFacts {
  country: string;
  name: string;
  shortName?: string;
  bic?: string;
  /** Its code in the scheme that it was found by. */
  scheme: string;
  code: string;
  /** As tables have it; empty for banks. */
  type?: string;
  branch?: Institution['branch'];
}

/** An institution as answers show it. */
export function toInstitution(facts: InstitutionFacts): Institution {
  const { country, name, shortName, bic, scheme, code, type, branch } = facts;
  // The head office is written with XXX or without.
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
