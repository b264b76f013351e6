import type { ApprovalPolicyDefinition } from '#contract/approval-policy.ts';

/** The published approval policies. */
export interface ApprovalPolicies {
  /** The newest version of a policy and its `ref`; null if the workspace has no policy with this key. */
  newest: (workspaceId: string, key: string) => Promise<{ ref: string; policy: JudgingPolicy } | null>;
  /** The version with this `ref`, which never changes; null if there is none. */
  ofRef: (workspaceId: string, ref: string) => Promise<JudgingPolicy | null>;
}

/** The parts of a policy that judge a call. */
export type JudgingPolicy = Pick<ApprovalPolicyDefinition, 'rules' | 'limits' | 'checks'>;
