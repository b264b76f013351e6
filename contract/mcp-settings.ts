import { z } from 'zod';
import { isHttpUrl } from './text.ts';

const LoginUrl = z
  .string()
  .max(2048)
  .refine(isHttpUrl, 'must be an http or https URL without credentials or fragment')
  .meta({
    description:
      "The workspace's login bridge: the page that signs a user in and sends the browser back with a session token.",
  });

/** Body of `PUT /v1/mcp/settings`. */
export const NewMcpSettings = z
  .strictObject({
    login_url: LoginUrl.nullable().meta({
      override: { type: ['string', 'null'] },
      description: 'Null removes it, which ends new authorizations. Grants go on.',
    }),
  })
  .meta({ id: 'NewMcpSettings' });
export type NewMcpSettings = z.infer<typeof NewMcpSettings>;

/** How users of a workspace sign in when they authorize an MCP client (mcp.login.settings). */
export const McpSettings = z
  .object({
    login_url: LoginUrl.optional().meta({ description: 'Absent if no MCP client can be authorized.' }),
  })
  .meta({ id: 'McpSettings' });
export type McpSettings = z.infer<typeof McpSettings>;
