import type { PatchDefinition } from '#contract/patch.ts';

/** The patches of the demo agent beside the built-in ones: one of each kind (dev-stack.demo-patches). */
export const demoPatches: PatchDefinition[] = [
  {
    key: 'send_payment',
    description: 'Sends a payment. A person approves it first.',
    interaction: 'silent',
    input_schema: {
      type: 'object',
      properties: {
        amount: { type: 'number', exclusiveMinimum: 0 },
        currency: { type: 'string', description: 'ISO 4217, as in EUR.' },
        to: { type: 'string', description: 'The name of who gets it.' },
        iban: { type: 'string', description: 'The account that gets it.' },
        reference: { type: 'string' },
      },
      required: ['amount'],
    },
    risk: { base: 'high' },
    reliability: { idempotent: false, retry: 'none' },
    timeout_seconds: 30,
    payment: {
      amount: '/amount',
      currency: '/currency',
      payee: { account: { iban: '/iban' }, name: '/to' },
      reference: '/reference',
    },
    summary: {
      title: 'Send {{amount}} {{currency}}',
      fields: [
        { label: 'To', value: '{{to}}' },
        { label: 'Account', value: '{{iban}}' },
        { label: 'Reference', value: '{{reference}}' },
      ],
    },
    request: {
      method: 'POST',
      path: '/payments',
      body: {
        amount: '{{amount}}',
        currency: '{{currency}}',
        to: '{{to}}',
        iban: '{{iban}}',
        reference: '{{reference}}',
      },
    },
  },
  {
    key: 'sign_contract',
    description: 'Proposes a contract to be signed by the user, outside of this service.',
    interaction: 'proposed_action',
    input_schema: {
      type: 'object',
      properties: { document: { type: 'string' }, parties: { type: 'array', items: { type: 'string' } } },
    },
    risk: { base: 'medium' },
    reliability: { idempotent: false, retry: 'none' },
    timeout_seconds: 30,
  },
  {
    key: 'quote_fx',
    description: 'Quotes an exchange rate. Each quote costs a quarter of a credit.',
    interaction: 'silent',
    input_schema: {
      type: 'object',
      properties: { from: { type: 'string' }, to: { type: 'string' }, amount: { type: 'number' } },
    },
    risk: { base: 'low' },
    reliability: { idempotent: true, retry: 'safe' },
    price_credits: 0.25,
    timeout_seconds: 30,
    request: {
      method: 'GET',
      path: '/fx',
      query: { from: '{{from}}', to: '{{to}}', amount: '{{amount}}' },
    },
  },
];
