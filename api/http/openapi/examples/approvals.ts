import { times } from './ids.ts';

const group = { name: 'Finance', members: ['ada@bank.example', 'bo@bank.example', 'cy@bank.example'] };

const policy = {
  key: 'payments',
  rules: [
    {
      name: 'embargo',
      when: { properties: { args: { properties: { country: { enum: ['KP', 'IR'] } } } } },
      then: 'deny',
    },
    {
      name: 'large',
      when: { properties: { args: { properties: { amount: { exclusiveMinimum: 10_000 } } } } },
      then: 'hold',
      stages: [{ approvals: 2, group: 'finance', via: ['token', 'console'] }],
      exclude_subject: true,
    },
  ],
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
};

/** Examples of approval policies and approver groups. */
export const approvalExamples = {
  ApprovalPolicyDefinition: policy,
  ApprovalPolicy: { ref: 'payments@1', version: 1, ...policy, created_at: times.published },
  NewApproverGroup: group,
  ApproverGroup: {
    key: 'finance',
    ...group,
    version: 2,
    created_at: times.connected,
    updated_at: times.published,
  },
  DeletedApproverGroup: { key: 'finance' },
};
