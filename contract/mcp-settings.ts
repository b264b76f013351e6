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

/** Where held writes of MCP conversations are approved (mcp.server.approvals-on-page). */
const Approvals = z.enum(['anywhere', 'page']).meta({
  id: 'McpApprovals',
  description:
    '`page`: only on the page of the service, where the user signs in, or in your application: never by what a client sends. `anywhere`: also by the tool `confirm` and by the forms of clients that cannot open pages. Absent: `anywhere`.',
});

/** Body of `PUT /v1/mcp/settings`: fields that are not named stay as they are. */
export const NewMcpSettings = z
  .strictObject({
    login_url: LoginUrl.nullable()
      .optional()
      .meta({
        override: { type: ['string', 'null'] },
        description:
          'Default: as it is. Null removes it, which ends new authorizations. Existing grants stay.',
      }),
    approvals: Approvals.optional().meta({ description: 'Default: as it is, which is `anywhere` at first.' }),
  })
  .refine((settings) => Object.keys(settings).length > 0, 'must name a field')
  .meta({ id: 'NewMcpSettings', override: { minProperties: 1 } });
export type NewMcpSettings = z.infer<typeof NewMcpSettings>;

/** How users of a workspace sign in when they authorize an MCP client, and where they approve (mcp.login.settings). */
export const McpSettings = z
  .object({
    login_url: LoginUrl.optional().meta({ description: 'Absent if no MCP client can be authorized.' }),
    approvals: Approvals.optional(),
  })
  .meta({ id: 'McpSettings' });
export type McpSettings = z.infer<typeof McpSettings>;
