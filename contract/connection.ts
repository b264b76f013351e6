import { z } from 'zod';
import { boundedRecord } from './bounded-record.ts';
import { headerFault, HeaderValue } from './header.ts';
import { Uuid } from './ids.ts';
import { Fault } from './refs.ts';
import { isHttpUrl } from './text.ts';
import { Timestamp } from './timestamp.ts';

/** Connections: the hosts that agents may call (connection.create). */

const mostHeaders = 32;

export const ConnectionName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_-]{0,62}$/, 'must hold 1 to 63 lower-case letters, digits, _ and -');

/** The base to which paths of requests are appended. */
const BaseUrl = z
  .string()
  .max(2048)
  .refine(
    (url) => isHttpUrl(url) && !url.includes('?'),
    'must be an http or https URL without credentials, query or fragment',
  );

const secret = { format: 'password', writeOnly: true } as const;
/** Characters that can follow `Bearer ` in a header. */
const Token = z
  .string()
  .max(8192)
  .regex(/^[\x21-\x7e]+$/, 'must hold visible ASCII characters only')
  .meta(secret);
const Username = z
  .string()
  .min(1)
  .max(255)
  // oxlint-disable-next-line no-control-regex -- They are what it refuses; not every language knows \p{Cc}.
  .regex(/^[^:\u0000-\u001f\u007f-\u009f]*$/, 'must hold neither a colon nor control characters');
const Password = z
  .string()
  .max(8192)
  // oxlint-disable-next-line no-control-regex -- As above.
  .regex(/^[^\u0000-\u001f\u007f-\u009f]*$/, 'must hold no control characters')
  .meta(secret);
const HeaderName = z
  .string()
  .superRefine((name, context) => {
    const fault = headerFault(name);
    if (fault !== undefined) context.addIssue({ code: 'custom', message: fault });
  })
  .meta({ description: 'Not one that the service sends itself.' });

/** How calls authenticate. */
export const ConnectionAuth = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('none') }).meta({ id: 'NoAuth' }),
    z
      .strictObject({
        type: z.literal('bearer'),
        token: Token.meta({ description: 'Sent as `Authorization: Bearer …`.' }),
      })
      .meta({ id: 'BearerAuth' }),
    z
      .strictObject({
        type: z.literal('basic'),
        username: Username.meta({ description: 'Sent by HTTP Basic authentication.' }),
        password: Password.meta({ description: 'Sent by HTTP Basic authentication.' }),
      })
      .meta({ id: 'BasicAuth' }),
    z
      .strictObject({
        type: z.literal('header'),
        name: HeaderName,
        value: HeaderValue.meta({ ...secret, description: 'The value of the header.' }),
      })
      .meta({ id: 'HeaderAuth' }),
  ])
  .meta({ id: 'ConnectionAuth' });
export type ConnectionAuth = z.infer<typeof ConnectionAuth>;

/** Sent with every call; headers from `auth` take precedence. */
const ConnectionHeaders = boundedRecord(z.string(), HeaderValue.meta(secret), { most: mostHeaders })
  .superRefine((headers, context) => {
    const seen = new Set<string>();
    for (const name of Object.keys(headers)) {
      const lower = name.toLowerCase();
      const fault = seen.has(lower) ? 'must not be given twice' : headerFault(name);
      if (fault !== undefined) context.addIssue({ code: 'custom', path: [name], message: fault });
      seen.add(lower);
    }
  })
  .meta({ description: `At most ${mostHeaders} headers to send with every call.` });

/** The protocol of a host: HTTP as its patches describe it, or MCP over streamable HTTP. */
export const connectionTypes = ['http', 'mcp'] as const;
export type ConnectionType = (typeof connectionTypes)[number];
const ConnectionTypeName = z.enum(connectionTypes).meta({ id: 'ConnectionType' });

/** Body of `POST /v1/connections`. */
export const NewConnection = z
  .strictObject({
    name: ConnectionName.meta({
      description: 'Unique in the workspace: 1 to 63 lower-case letters, digits, `_` and `-`.',
    }),
    type: ConnectionTypeName.optional().meta({
      description: 'The protocol of the host; it cannot be changed later. Default: `http`.',
    }),
    base_url: BaseUrl.meta({ description: 'With `mcp`: the URL of the MCP endpoint.' }),
    auth: ConnectionAuth.meta({
      description: 'How calls authenticate to the host. Secrets are stored encrypted and never shown.',
    }),
    headers: ConnectionHeaders.optional(),
    trace_context: z.boolean().optional().meta({
      description:
        'Send the W3C `traceparent` of the attempt with each call, so that spans of the host join the trace of the run. Only if the service is traced. Default: `false`.',
    }),
  })
  .meta({ id: 'NewConnection' });
export type NewConnection = z.infer<typeof NewConnection>;

/**
 * Body of `PATCH /v1/connections/{id}`: given fields replace the current ones. A `base_url` with another origin
 * requires `auth` and `headers`, because the current ones were given for the previous host.
 */
export const ConnectionChange = NewConnection.omit({ type: true }).partial().meta({ id: 'ConnectionChange' });
export type ConnectionChange = z.infer<typeof ConnectionChange>;

/** How calls authenticate, without the secret. */
const ShownAuth = z
  .object({
    type: z.enum(['none', 'bearer', 'basic', 'header']),
    username: z.string().optional().meta({ description: 'With `basic`.' }),
    name: z.string().optional().meta({ description: 'With `header`: the name of the header.' }),
  })
  .meta({ id: 'ShownAuth' });

/** A connection as it is shown, without its secrets. */
export const Connection = z
  .object({
    id: Uuid,
    name: z.string(),
    type: ConnectionTypeName,
    base_url: z.string(),
    auth: ShownAuth,
    header_names: z.array(z.string()).meta({ description: 'Names of `headers`; their values are secret.' }),
    trace_context: z.boolean().meta({ description: 'Calls carry the `traceparent` of the attempt.' }),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Connection' });
export type Connection = z.infer<typeof Connection>;

/** An MCP server's name and version. */
const McpServer = z
  .object({
    protocol_version: z.string(),
    server: z.object({ name: z.string(), version: z.string() }).meta({ id: 'McpServerVersion' }).optional(),
    tools: z.int().meta({ description: 'How many tools the server lists.' }),
  })
  .meta({ id: 'McpServer' });

/** The result of testing a connection. */
export const ConnectionTest = z
  .object({
    ok: z.boolean().meta({
      description: 'The host answered, with any status. With `mcp`: the server listed its tools.',
    }),
    status: z.int().optional(),
    mcp: McpServer.optional().meta({ description: 'With `mcp`: what the server says about itself.' }),
    error: Fault.optional().meta({ description: 'The reason for no answer.' }),
    duration_ms: z.int(),
  })
  .meta({ id: 'ConnectionTest' });
export type ConnectionTest = z.infer<typeof ConnectionTest>;
