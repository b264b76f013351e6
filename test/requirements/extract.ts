import type { Requirement } from './requirement.ts';

/** Extract: text to an object of a schema. */
export const extract = [
  {
    id: 'extract.result',
    planned: true,
    behaviour: 'POST /v1/extract returns {id, result}, result valid against the schema.',
  },
  {
    id: 'extract.bounds',
    planned: true,
    behaviour: 'text of over 100,000 characters, or a schema that does not compile, is 422.',
  },
  {
    id: 'extract.failed',
    planned: true,
    behaviour: 'A model that cannot produce the result is 422 extract_failed.',
  },
  {
    id: 'extract.priced',
    planned: true,
    behaviour: 'An extract is priced by its tokens and charged once.',
  },
  {
    id: 'extract.scripted',
    planned: true,
    behaviour: 'With scripted the result is the JSON object found in the text.',
  },
] as const satisfies readonly Requirement[];
