import type { Requirement } from './requirement.ts';

/** Identify: references of thirteen rails, banks, charging. */
export const identify = [
  {
    id: 'identify.rail.swift',
    behaviour: 'swift takes {bic} and resolves it.',
  },
  {
    id: 'identify.rail.iban',
    behaviour: 'iban takes {iban} and resolves it.',
  },
  {
    id: 'identify.rail.routing-number',
    behaviour: 'routing_number takes {routing_number} and resolves it.',
  },
  {
    id: 'identify.rail.sort-code',
    behaviour: 'sort_code takes {sort_code} and resolves it.',
  },
  {
    id: 'identify.rail.ifsc',
    behaviour: 'ifsc takes {ifsc} and resolves it.',
  },
  {
    id: 'identify.rail.nuban',
    behaviour: 'nuban takes {account_number, bank_code?} and resolves it.',
  },
  {
    id: 'identify.checked',
    behaviour:
      'A list of references from sources that the tables were not built from is checked. No reference leads with confidence exact to another bank than that of the list.',
  },
  {
    id: 'identify.disagreement',
    behaviour:
      'A bank is told with confidence likely if a list that the tables were not built from names another one for its code, and nobody has settled which is right.',
  },
  {
    id: 'identify.rail.gh-bank',
    behaviour: 'gh_bank takes {bank_code, branch_code?} and resolves it.',
  },
  {
    id: 'identify.rail.ke-bank',
    behaviour: 'ke_bank takes {bank_code, branch_code?} and resolves it.',
  },
  {
    id: 'identify.rail.za-bank',
    behaviour: 'za_bank takes {bank_code, branch_code?} and resolves it.',
  },
  {
    id: 'identify.rail.ci-bank',
    behaviour: 'ci_bank takes {bank_code, branch_code?} and resolves it.',
  },
  {
    id: 'identify.rail.eg-bank',
    behaviour: 'eg_bank takes {bank_code, branch_code?} and resolves it.',
  },
  {
    id: 'identify.rail.rw-bank',
    behaviour: 'rw_bank takes {bank_code, branch_code?} and resolves it.',
  },
  {
    id: 'identify.rail.momo',
    behaviour:
      'momo takes {phone_number}, E.164 or national with country, and resolves the holder of its range.',
  },
  {
    id: 'identify.request.rail-inferred',
    behaviour: 'With rail omitted the rail follows from the field names.',
  },
  {
    id: 'identify.request.separators',
    behaviour: 'Spaces and hyphens in references are accepted; reference is the normalized form.',
  },
  {
    id: 'identify.request.invalid-args',
    behaviour:
      'A body that fits no rail, or several, is 422 invalid_request: {bank_code, account_number} fits seven.',
  },
  {
    id: 'identify.api-key',
    behaviour: 'Identify takes the workspace API key.',
  },
  {
    id: 'identify.result.identified',
    behaviour:
      'identified means that the institution is known; institution, rails and identified_at are present.',
  },
  {
    id: 'identify.result.not-found',
    behaviour:
      'not_found means well formed with no known institution, or wrong check digits, with a reason, and no institution.',
  },
  {
    id: 'identify.result.unsupported',
    behaviour: 'unsupported means that the rail, country or scheme is not covered.',
  },
  {
    id: 'identify.result.fields',
    behaviour:
      'The result has the fields of the contract: rail, reference, country, confidence, source {name, as_of} and the rest where known.',
  },
  {
    id: 'identify.result.confidence',
    behaviour: 'confidence is present with identified and ambiguous only.',
  },
  {
    id: 'identify.result.institution',
    behaviour: 'institution has id, name, codes and type, and short_name, bic and branch where known.',
  },
  {
    id: 'identify.result.account',
    behaviour: 'account is present when account_number was given, with valid and the check that was made.',
  },
  {
    id: 'identify.result.rails',
    behaviour:
      'rails are the payment rails on which the institution can be reached, the same by every way of asking, under the names that docs/identify.md lists; rails_source says where they are from.',
  },
  {
    id: 'identify.result.note',
    behaviour:
      'note says what limits an answer: a mobile number may have been ported, a directory is of 2018.',
  },
  {
    id: 'identify.institution.id',
    behaviour: 'The id of an institution does not change, whatever tables and directories are added.',
  },
  {
    id: 'identify.institution.one-bank',
    behaviour:
      'An institution is what a national code names, otherwise its BIC; its id is one bank’s, and networks of banks are a field.',
  },
  {
    id: 'identify.institution.previous-ids',
    behaviour:
      'An id that stood for several banks was replaced: banks tell the ids that they had, and the list finds them by these.',
  },
  {
    id: 'identify.institution.changes',
    behaviour: 'The code of a bank that was taken over or renamed leads to the bank of today, with a note.',
  },
  {
    id: 'identify.result.likely',
    behaviour:
      'exact is only what its own code names alone; otherwise the institution is likely, with at most five candidates.',
  },
  {
    id: 'identify.routing-number.order',
    behaviour:
      'A routing number is looked up in an imported FedACH, then in the hand-kept table, then in the directory of 2018.',
  },
  {
    id: 'identify.routing-number.replaced',
    behaviour: 'A routing number that was replaced leads to the holder of its replacement.',
  },
  {
    id: 'identify.nuban.ambiguous',
    behaviour:
      'A NUBAN without bank_code lists candidates and is not_found with reason ambiguous unless exactly one bank fits.',
  },
  {
    id: 'identify.charge.identified-only',
    behaviour: 'Only identified is charged, and once.',
  },
  {
    id: 'identify.charge.repeats',
    behaviour: 'A second POST without a key charges again; a replay does not.',
  },
  {
    id: 'identify.same-code',
    behaviour: 'A direct call answers in process and an agent through an activity, both by the same code.',
  },
  {
    id: 'identify.banks',
    behaviour:
      'GET /v1/identify/banks lists {id, name, country, rails, codes, bic?, type} by name, in pages.',
  },
  {
    id: 'identify.banks.filters',
    behaviour: 'Banks are filtered by country, rail and q.',
  },
  {
    id: 'identify.banks.imported',
    behaviour: 'Imported institutions are listed like built-in ones, with the same search and pages.',
  },
  {
    id: 'identify.stats',
    behaviour: 'GET /v1/identify/stats?from&to, and usage, count by rail and result, replays excluded.',
  },
] as const satisfies readonly Requirement[];
