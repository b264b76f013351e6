/** How users of a workspace sign in to authorize MCP clients, and where they approve. */
export interface McpSettingsDocument {
  /** The workspace. */
  _id: string;
  /** Absent after it was removed. */
  login_url?: string;
  /** Absent: `anywhere`. */
  approvals?: 'anywhere' | 'page';
  updated_at: Date;
}
