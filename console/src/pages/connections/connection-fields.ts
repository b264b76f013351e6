import type { Connection, ConnectionAuth, ConnectionChange, NewConnection } from '../../api/schema.ts';

/** A connection as its form holds it. Secrets are empty where one exists already. */
export interface ConnectionFields {
  name: string;
  type: Connection['type'];
  base_url: string;
  auth: Connection['auth']['type'];
  username: string;
  header: string;
  secret: string;
  /** Send the trace context of the attempt with each call. */
  traceContext: boolean;
  /** Replace authentication and headers: needed for another origin, since the old secrets were for the old host. */
  replaceAuth: boolean;
}

/** The initial values of the form. */
export function fieldsOf(connection: Connection | undefined): ConnectionFields {
  return {
    name: connection?.name ?? '',
    type: connection?.type ?? 'http',
    base_url: connection?.base_url ?? '',
    auth: connection?.auth.type ?? 'none',
    username: connection?.auth.username ?? '',
    header: connection?.auth.name ?? '',
    secret: '',
    traceContext: connection?.trace_context ?? false,
    replaceAuth: connection === undefined,
  };
}

/** The connection that the form adds. */
export function toNewConnection(fields: ConnectionFields): NewConnection {
  const { name, type, base_url, traceContext: trace_context } = fields;
  return { name: name.trim(), type, base_url: base_url.trim(), auth: toAuth(fields), trace_context };
}

/** The change that the form makes. */
export function toChange(fields: ConnectionFields): ConnectionChange {
  const { name, base_url, replaceAuth, traceContext: trace_context } = fields;
  return {
    name: name.trim(),
    base_url: base_url.trim(),
    trace_context,
    ...(replaceAuth && { auth: toAuth(fields), headers: {} }),
  };
}

function toAuth({ auth, username, header, secret }: ConnectionFields): ConnectionAuth {
  switch (auth) {
    case 'none':
      return { type: 'none' };
    case 'bearer':
      return { type: 'bearer', token: secret };
    case 'basic':
      return { type: 'basic', username, password: secret };
    case 'header':
      return { type: 'header', name: header, value: secret };
  }
}
