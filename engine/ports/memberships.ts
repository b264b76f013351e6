import type { GroupMembership } from '../documents/applied-gate.ts';

/** The members of approver groups. */
export interface Memberships {
  /** The groups of an actor now. The write of a decision checks the one that it relies on once more. */
  of: (workspaceId: string, actor: string) => Promise<GroupMembership[]>;
}
