import type { Draft } from './draft.ts';

/** The examples of docs/approvals.md, to begin with. A test compares the two. */
export const templates: { name: string; draft: Draft }[] = [
  {
    name: 'Four eyes above 10,000',
    draft: {
      rules: [
        {
          name: 'small',
          when: {
            properties: {
              args: {
                required: ['amount'],
                properties: { amount: { type: 'number', minimum: 0, maximum: 10000 } },
              },
            },
          },
          then: 'allow',
        },
        {
          name: 'four eyes',
          then: 'hold',
          stages: [{ approvals: 2, group: 'finance' }],
          exclude_subject: true,
        },
      ],
    },
  },
  {
    name: 'A new payee always',
    draft: {
      rules: [
        {
          name: 'known payee',
          when: {
            properties: {
              args: {
                required: ['to'],
                properties: { to: { enum: ['DE89370400440532013000', 'FR7630006000011234567890189'] } },
              },
            },
          },
          then: 'allow',
        },
        { name: 'new payee', then: 'hold', stages: [{ approvals: 1, group: 'finance' }] },
      ],
    },
  },
  {
    name: "A day's limit for a subject",
    draft: {
      rules: [{ name: 'all', then: 'allow' }],
      limits: [
        {
          name: 'daily',
          amount: '/amount',
          currency: '/currency',
          per: 'day',
          scope: 'subject',
          max: '50000',
          then: 'deny',
        },
      ],
    },
  },
  {
    name: 'Deny a country',
    draft: {
      rules: [
        {
          name: 'embargo',
          when: {
            properties: {
              args: { required: ['country'], properties: { country: { enum: ['KP', 'IR'] } } },
            },
          },
          then: 'deny',
        },
        { name: 'others', then: 'hold' },
      ],
    },
  },
  {
    name: "A month's limit, then the board",
    draft: {
      rules: [{ name: 'all', then: 'hold', stages: [{ approvals: 1, group: 'finance' }] }],
      limits: [
        {
          name: 'monthly',
          amount: '/amount',
          per: 'month',
          scope: 'workspace',
          max: '1000000',
          then: 'hold',
          stages: [
            { approvals: 1, group: 'finance' },
            { approvals: 1, group: 'board', via: ['token', 'console'] },
          ],
        },
      ],
    },
  },
  {
    name: "A payee's bank as it was shown",
    draft: {
      rules: [{ name: 'all', then: 'hold', stages: [{ approvals: 2, group: 'finance' }] }],
      checks: [
        { type: 'identify', reference: { iban: '/to' } },
        { type: 'approval_age', max_seconds: 86400 },
      ],
    },
  },
];
