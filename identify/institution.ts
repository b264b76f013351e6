/**
 * The id of an institution: country, scheme and code in lower case, `de_bic_deutdeff`. It follows from the code alone,
 * so it is the same in every answer and every version. Where the first eight characters of a BIC are known they are the
 * code, so that all rails that lead to an institution give one id; else it is that of the national scheme:
 * `in_ifsc_hdfc`, `us_aba_021000021` (the institution's first number).
 */
export function institutionId(country: string, scheme: string, code: string): string {
  return [country, scheme, scheme === 'bic' ? code.slice(0, 8) : code].join('_').toLowerCase();
}
