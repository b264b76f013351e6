/** How users of a workspace sign in to authorize MCP clients. */
export interface McpSettingsDocument {
  /** The workspace. */
  _id: string;
  /** Absent after it was removed. */
  login_url?: string;
  updated_at: Date;
}
