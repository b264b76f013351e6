import type { Requirement } from './requirement.ts';

/** Extract: text to JSON of a schema. */
export const extract = [
  {
    id: 'extract.result',
    behaviour: 'POST /v1/extract returns {id, result}, result valid against the schema.',
  },
  {
    id: 'extract.bounds',
    behaviour:
      'text of over 100,000 characters, or a schema that does not compile, is 422; a result is bounded like arguments.',
  },
  {
    id: 'extract.credential',
    behaviour: 'An extraction takes an API key, and may name the subject that it is for.',
  },
  {
    id: 'extract.model-class',
    behaviour:
      'The model class is the given one, else the first of standard, fast, deep and scripted that is mapped; one that is not mapped is 422 model_unavailable.',
  },
  {
    id: 'extract.answer',
    behaviour: 'JSON in a code fence or among words is read; an answer of any size is bounded.',
  },
  {
    id: 'extract.linear',
    behaviour: 'JSON is found in time linear in the text, whatever it contains.',
  },
  {
    id: 'extract.repair',
    behaviour: 'After an invalid answer, the model is told its faults and asked once more.',
  },
  {
    id: 'extract.failed',
    behaviour:
      'A model that cannot produce the result, or not in time once it has answered, is 422 extract_failed, with the faults as details.',
  },
  {
    id: 'extract.provider',
    behaviour:
      'A provider that fails for a moment is asked again; one that keeps failing, or never answers in time, is 502 model_error with Retry-After, and nothing is charged.',
  },
  {
    id: 'extract.cancelled',
    behaviour:
      'A client that goes away before the first answer ends the extraction, which costs nothing; after it, the extraction is completed and charged.',
  },
  {
    id: 'extract.priced',
    behaviour: 'An extraction is priced by its tokens and charged once, whatever is retried or killed.',
  },
  {
    id: 'extract.reserved',
    behaviour:
      'An extraction reserves its estimated price first: with nothing left besides what is held it is 402, however many come at once.',
  },
  {
    id: 'extract.held-open',
    behaviour: 'A subject, a workspace and an address have a bounded number of extractions in progress.',
  },
  {
    id: 'extract.scripted',
    behaviour:
      'With scripted the result is the JSON object found in the text, and after an invalid one the next.',
  },
  {
    id: 'extract.erased',
    behaviour: 'What is stored of an extraction for a subject is erased with the subject.',
  },
  {
    id: 'extract.in-a-run',
    behaviour:
      "extract@1 uses the agent's model class, takes the schema of an object, and is charged to the run once, as the cost of its call, failed or not.",
  },
  {
    id: 'extract.in-a-run.cancel',
    behaviour: 'Cancelling a run ends an extraction that waits for its first answer.',
  },
] as const satisfies readonly Requirement[];
