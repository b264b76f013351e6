import type { ApprovalPolicyDefinition } from '#contract/approval-policy.ts';

/** The published approval policies. */
export interface ApprovalPolicies {
  /** The newest version of a policy and its `ref`; null if the workspace has no policy with this key. */
  newest: (
    workspaceId: string,
    key: string,
  ) => Promise<{ ref: string; policy: Pick<ApprovalPolicyDefinition, 'rules' | 'limits' | 'checks'> } | null>;
}
