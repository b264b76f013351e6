/** The conversation that an MCP grant used last, which its next message continues. */
export interface McpConversationDocument {
  /** Id of the grant. */
  _id: string;
  /** The thread, which may have yet to be created. */
  thread_id: string;
}
