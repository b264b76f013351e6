/** Accounts that were paid, or that the workspace knows. */
export interface Payees {
  /**
   * Whether somebody has blocked a payee.
   * @param named the blind name of its account
   */
  isBlocked: (workspaceId: string, named: string) => Promise<boolean>;
}
