/** Query key of waiting items and past decisions. */
export const approvalsKey = ['approvals'] as const;
