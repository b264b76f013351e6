import { ids } from './ids.ts';

/** Examples of an extraction. */
export const extractExamples = {
  ExtractRequest: {
    text: 'Invoice 2026-117 of Northwind Ltd. Please pay EUR 1,250.00 by 30 November 2026.',
    schema: {
      type: 'object',
      properties: {
        number: { type: 'string' },
        amount: { type: 'number' },
        currency: { type: 'string', pattern: '^[A-Z]{3}$' },
        due: { type: 'string', format: 'date' },
      },
      required: ['number', 'amount', 'currency'],
      additionalProperties: false,
    },
    instructions: 'The amount includes taxes.',
    model_class: 'standard',
  },
  Extraction: {
    id: ids.request,
    result: { number: '2026-117', amount: 1250, currency: 'EUR', due: '2026-11-30' },
  },
};
