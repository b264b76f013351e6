/** Of all queries of what waits for people, and of what they have decided. */
export const approvalsKey = ['approvals'] as const;
