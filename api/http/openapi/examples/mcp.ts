import { ids, times } from './ids.ts';

/** Examples of MCP grants and settings. */
export const mcpExamples = {
  McpGrant: {
    id: ids.mcpGrant,
    subject_ref: 'user-4711',
    scopes: ['read', 'write'],
    agent: { public_id: ids.agent, name: 'Support' },
    client: {
      id: 'https://claude.ai/oauth/mcp-oauth-client-metadata',
      name: 'Claude',
      document_host: 'claude.ai',
      redirect_host: 'claude.ai',
    },
    created_at: times.started,
    last_authorized_at: times.replied,
  },
  RevokedMcpGrant: { id: ids.mcpGrant, revoked_at: times.decided },
  NewMcpSettings: { login_url: 'https://app.example.com/mcp-login' },
  McpSettings: { login_url: 'https://app.example.com/mcp-login' },
};
