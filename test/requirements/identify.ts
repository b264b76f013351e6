import type { Requirement } from './requirement.ts';

/** Identify: references of thirteen rails, banks, charging. */
export const identify = [
  {
    id: 'identify.rail.swift',
    source: ['service.md Identify result', 'contract.md 6'],
    issue: 7,
    behaviour: 'swift takes {bic} and resolves it.',
  },
  {
    id: 'identify.rail.iban',
    source: ['service.md Identify result', 'contract.md 6'],
    issue: 7,
    behaviour: 'iban takes {iban} and resolves it.',
  },
  {
    id: 'identify.rail.routing-number',
    source: ['service.md Identify result', 'contract.md 6'],
    issue: 7,
    behaviour: 'routing_number takes {routing_number} and resolves it.',
  },
  {
    id: 'identify.rail.sort-code',
    source: ['service.md Identify result', 'contract.md 6'],
    issue: 7,
    behaviour: 'sort_code takes {sort_code} and resolves it.',
  },
  {
    id: 'identify.rail.ifsc',
    source: ['service.md Identify result', 'contract.md 6'],
    issue: 7,
    behaviour: 'ifsc takes {ifsc} and resolves it.',
  },
  {
    id: 'identify.rail.nuban',
    source: ['service.md Identify result', 'contract.md 6'],
    issue: 7,
    behaviour: 'nuban takes {account_number, bank_code?} and resolves it.',
  },
  {
    id: 'identify.rail.gh-bank',
    source: ['service.md Identify result', 'contract.md 6'],
    issue: 7,
    behaviour: 'gh_bank takes {bank_code, branch_code?} and resolves it.',
  },
  {
    id: 'identify.rail.ke-bank',
    source: ['service.md Identify result', 'contract.md 6'],
    issue: 7,
    behaviour: 'ke_bank takes {bank_code, branch_code?} and resolves it.',
  },
  {
    id: 'identify.rail.za-bank',
    source: ['service.md Identify result', 'contract.md 6'],
    issue: 7,
    behaviour: 'za_bank takes {bank_code, branch_code?} and resolves it.',
  },
  {
    id: 'identify.rail.ci-bank',
    source: ['service.md Identify result', 'contract.md 6'],
    issue: 7,
    behaviour: 'ci_bank takes {bank_code, branch_code?} and resolves it.',
  },
  {
    id: 'identify.rail.eg-bank',
    source: ['service.md Identify result', 'contract.md 6'],
    issue: 7,
    behaviour: 'eg_bank takes {bank_code, branch_code?} and resolves it.',
  },
  {
    id: 'identify.rail.rw-bank',
    source: ['service.md Identify result', 'contract.md 6'],
    issue: 7,
    behaviour: 'rw_bank takes {bank_code, branch_code?} and resolves it.',
  },
  {
    id: 'identify.rail.momo',
    source: ['service.md Identify result', 'contract.md 6'],
    issue: 7,
    behaviour:
      'momo takes {phone_number}, E.164 or national with country, and resolves the holder of its range.',
  },
  {
    id: 'identify.request.rail-inferred',
    source: 'contract.md 6',
    issue: 7,
    behaviour: 'With rail omitted the rail follows from the field names.',
  },
  {
    id: 'identify.request.separators',
    source: 'contract.md 6',
    issue: 7,
    behaviour: 'Spaces and hyphens in references are accepted; reference is the normalized form.',
  },
  {
    id: 'identify.request.misfit',
    source: 'contract.md 6',
    issue: 12,
    behaviour:
      'A body that fits no rail, or several, is 422 invalid_request: {bank_code, account_number} fits seven.',
  },
  {
    id: 'identify.api-key',
    source: 'service.md Authentication',
    issue: 7,
    behaviour: 'Identify takes the workspace API key.',
  },
  {
    id: 'identify.result.identified',
    source: ['service.md Identify result', 'contract.md 6'],
    issue: 7,
    behaviour:
      'identified means that the institution is known; institution, rails and identified_at are present.',
  },
  {
    id: 'identify.result.not-found',
    source: 'contract.md 6',
    issue: 7,
    behaviour:
      'not_found means well formed with no known institution, or wrong check digits, with a reason, and no institution.',
  },
  {
    id: 'identify.result.unsupported',
    source: 'contract.md 6',
    issue: 7,
    behaviour: 'unsupported means that the rail, country or scheme is not covered.',
  },
  {
    id: 'identify.result.fields',
    source: ['service.md Identify result', 'contract.md 6'],
    issue: 7,
    behaviour:
      'The result has the fields of the contract: rail, reference, country, confidence, source {name, as_of} and the rest where known.',
  },
  {
    id: 'identify.result.confidence',
    source: 'contract.md 6',
    issue: 12,
    behaviour: 'confidence is present with identified and ambiguous only.',
  },
  {
    id: 'identify.result.institution',
    source: 'contract.md 6',
    issue: 7,
    behaviour: 'institution has id, name, codes and type, and short_name, bic and branch where known.',
  },
  {
    id: 'identify.result.account',
    source: ['service.md Identify result', 'contract.md 6'],
    issue: 7,
    behaviour: 'account is present when account_number was given, with valid and the check that was made.',
  },
  {
    id: 'identify.result.rails',
    source: 'service.md Identify result',
    issue: 7,
    behaviour: 'rails are the payment rails on which the institution can be reached.',
  },
  {
    id: 'identify.nuban.ambiguous',
    source: 'contract.md 6',
    issue: 7,
    behaviour:
      'A NUBAN without bank_code lists candidates and is not_found with reason ambiguous unless exactly one bank fits.',
  },
  {
    id: 'identify.charge.identified-only',
    source: ['service.md What the service does', 'service.md Identify result', 'contract.md 6'],
    issue: 7,
    behaviour: 'Only identified is charged, and once.',
  },
  {
    id: 'identify.charge.repeats',
    source: 'service.md Cross-cutting rules',
    issue: 7,
    behaviour: 'A second POST without a key charges again; a replay does not.',
  },
  {
    id: 'identify.same-code',
    source: 'contract.md 6',
    issue: 7,
    behaviour: 'A direct call answers in process and an agent through an activity, both by the same code.',
  },
  {
    id: 'identify.banks',
    source: ['service.md Identify', 'contract.md 6'],
    issue: 7,
    behaviour:
      'GET /v1/identify/banks lists {id, name, country, rails, codes, bic?, type} by name, in pages.',
  },
  {
    id: 'identify.banks.filters',
    source: 'contract.md 6',
    issue: 7,
    behaviour: 'Banks are filtered by country, rail and q.',
  },
  {
    id: 'identify.stats',
    source: ['contract.md 3', 'contract.md 6', 'service.md Cross-cutting rules'],
    issue: 7,
    behaviour: 'GET /v1/identify/stats?from&to, and usage, count by rail and result, replays excluded.',
  },
] as const satisfies readonly Requirement[];
