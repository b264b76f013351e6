import type { ApprovalPolicyDefinition } from '#contract/approval-policy.ts';
import type { NewApproverGroup } from '#contract/approver-group.ts';

/** The approvers of the demo agent's large payments (dev-stack.demo-policy). */
export const demoApprovers: { key: string } & NewApproverGroup = {
  key: 'finance',
  name: 'Finance',
  members: ['eve@bank.example', 'mia@bank.example'],
};

/** How the payments of the demo agent are approved: one approval, and above 10,000 two of the group. */
export const demoPolicy: ApprovalPolicyDefinition = {
  key: 'demo-payments',
  rules: [
    {
      name: 'small',
      when: {
        properties: {
          args: { required: ['amount'], properties: { amount: { type: 'number', maximum: 10_000 } } },
        },
      },
      then: 'hold',
    },
    {
      name: 'four eyes above 10,000',
      then: 'hold',
      stages: [{ approvals: 2, group: demoApprovers.key, via: ['token', 'console'] }],
      exclude_subject: true,
      require_digest: true,
    },
  ],
};
