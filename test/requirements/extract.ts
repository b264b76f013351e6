import type { Requirement } from './requirement.ts';

/** Extract: text to an object of a schema. */
export const extract = [
  {
    id: 'extract.result',
    source: 'contract.md 8',
    issue: 8,
    behaviour: 'POST /v1/extract returns {id, result}, result valid against the schema.',
  },
  {
    id: 'extract.bounds',
    source: 'contract.md 8',
    issue: 8,
    behaviour: 'text of over 100,000 characters, or a schema that does not compile, is 422.',
  },
  {
    id: 'extract.failed',
    source: 'contract.md 8',
    issue: 8,
    behaviour: 'A model that cannot produce the result is 422 extract_failed.',
  },
  {
    id: 'extract.priced',
    source: 'contract.md 8',
    issue: 8,
    behaviour: 'An extract is priced by its tokens and charged once.',
  },
  {
    id: 'extract.scripted',
    source: 'contract.md 8',
    issue: 8,
    behaviour: 'With scripted the result is the JSON object found in the text.',
  },
] as const satisfies readonly Requirement[];
