import { ids, times } from './ids.ts';

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
  checks: [
    { type: 'identify', reference: { iban: '/to/iban' } },
    { type: 'approval_age', max_seconds: 86_400 },
  ],
};

const totals = {
  count: 3,
  payments: [{ currency: 'EUR', amount: '1262.5', count: 2, payees: 1 }],
  oldest_created_at: times.held,
};

const item = { run_id: ids.run, tool_call_id: ids.toolCall };
const decidedItem = { ...item, result: 'accepted', state: 'running' };

/** Examples of approval policies, approver groups, and decisions on several calls. */
export const approvalExamples = {
  ApprovalPolicyDefinition: policy,
  ApprovalPolicy: { ref: 'payments@1', version: 1, ...policy, created_at: times.published },
  PolicySimulation: { from: times.published, to: times.replied },
  SimulatedPolicy: {
    policy: 'payments@1',
    calls: 1,
    allow: { count: 0, examples: [] },
    hold: {
      count: 1,
      examples: [
        {
          run_id: ids.run,
          tool_call_id: ids.toolCall,
          patch_ref: 'send_payment@1',
          rule: 'large',
          limits: [],
          notes: [],
          gate: 'confirm',
          status: 'ok',
        },
      ],
    },
    deny: { count: 0, examples: [] },
    complete: true,
  },
  ApprovalTotals: totals,
  NewApproverGroup: group,
  ApproverGroup: {
    key: 'finance',
    ...group,
    version: 2,
    created_at: times.connected,
    updated_at: times.published,
  },
  PutApproverGroup: {
    key: 'finance',
    ...group,
    version: 2,
    created_at: times.connected,
    updated_at: times.published,
  },
  DeletedApproverGroup: { key: 'finance' },
  NewFourEyes: { policies: true, groups: true },
  FourEyes: {
    agents: false,
    patches: false,
    connections: false,
    policies: true,
    groups: true,
    credentials: false,
    passkeys: false,
    payees: false,
    freeze: false,
    updated_at: times.published,
  },
  Change: {
    id: ids.change,
    kind: 'groups',
    operation: 'putApproverGroup',
    target: { kind: 'approver_group', id: 'finance' },
    body: group,
    based_on: `1/${times.connected}`,
    state: 'proposed',
    proposed: { actor: 'ada@bank.example', via: 'console' },
    created_at: times.published,
  },
  DecisionItem: item,
  NewDecisions: { decision: 'approve', items: [item] },
  DecidedItem: decidedItem,
  DecidedItems: { decision_id: ids.change, results: [decidedItem] },
  NewFreeze: { scope: 'agent', id: 'billing', reason: 'Two payments went to an unknown account.' },
  PutFreeze: {
    scope: 'agent',
    id: 'billing',
    reason: 'Two payments went to an unknown account.',
    actor: 'ada@bank.example',
    at: times.held,
    in_flight: 1,
  },
  Freeze: {
    scope: 'agent',
    id: 'billing',
    reason: 'Two payments went to an unknown account.',
    actor: 'ada@bank.example',
    at: times.held,
  },
  LiftedFreeze: { scope: 'agent', id: 'billing', lifted_at: times.decided },
  ChangeRejection: { reason: 'Cy has left the bank.' },
};
