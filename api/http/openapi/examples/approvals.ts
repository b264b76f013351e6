import { times } from './ids.ts';

const group = { name: 'Finance', members: ['ada@bank.example', 'bo@bank.example', 'cy@bank.example'] };

/** Examples of approver groups. */
export const approvalExamples = {
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
