import type { Requirement } from './requirement.ts';

/** Connections: the hosts that an agent may call, and how calls go out. */
export const connections = [
  {
    id: 'connection.create',
    behaviour: 'POST /v1/connections is 201 with a UUID v7 and takes auth of none, bearer, basic or header.',
  },
  {
    id: 'connection.name',
    behaviour: 'A name is unique in the workspace and matches ^[a-z0-9][a-z0-9_-]{0,62}$.',
  },
  {
    id: 'connection.change',
    behaviour: 'Connections are listed, read, patched and deleted.',
  },
  {
    id: 'connection.change.origin',
    behaviour: 'A PATCH that changes the origin of base_url gives auth and headers again, else it is 422.',
  },
  {
    id: 'connection.test',
    behaviour: 'POST /v1/connections/{id}/test tries the host and reports what happened.',
  },
  {
    id: 'connection.secrets-encrypted',
    behaviour: 'Secrets are AES-256-GCM ciphertext at rest with the id of their key, so that keys rotate.',
  },
  {
    id: 'encryption.key-per-place',
    behaviour:
      'Each encrypted field of a collection has a key of its own, derived by HKDF, and a ciphertext is bound to its document.',
  },
  {
    id: 'connection.secrets-never-returned',
    behaviour: 'No response, event or log shows a secret.',
  },
  {
    id: 'connection.secrets-scrubbed',
    behaviour:
      "A connection's secrets of 6 characters and more that its host echoes, as they are, in base64, percent-encoded or escaped as JSON, are replaced before the answer is stored or the model is told.",
  },
  {
    id: 'connection.header.selects',
    behaviour: 'Service-Connection selects the connection by id, or in relay mode by name.',
  },
  {
    id: 'connection.header.unknown',
    behaviour: 'An unknown Service-Connection is 422 unknown_connection.',
  },
  {
    id: 'connection.header.every-request',
    behaviour:
      'On every request of Loom and Voice that carries Service-Connection, an unknown one is 422 unknown_connection.',
  },
  {
    id: 'connection.header.direct',
    behaviour: 'In direct mode Service-Connection takes an id and not a name.',
  },
  {
    id: 'connection.resolution-order',
    behaviour:
      "A run uses the first of: header, token claim, thread, agent's default, the workspace's only connection; otherwise none.",
  },
  {
    id: 'outbound.http-only',
    behaviour: 'Only http and https are called.',
  },
  {
    id: 'outbound.private-addresses',
    behaviour:
      'Private, loopback, link-local and metadata addresses are refused, checked on the address connected to.',
  },
  {
    id: 'outbound.private-addresses-allowed',
    behaviour: 'ALLOW_PRIVATE_ADDRESSES opens the addresses that it names, and nothing else.',
  },
  {
    id: 'outbound.metadata-addresses',
    behaviour: 'Addresses at which clouds serve metadata are never called, whatever the deployment allows.',
  },
  {
    id: 'outbound.own-resolver',
    behaviour:
      'Names are resolved with time-outs and a limit a workspace: a DNS server that is silent holds up its own workspace only.',
  },
  {
    id: 'outbound.no-redirects',
    behaviour: 'Redirects are not followed.',
  },
  {
    id: 'outbound.response-limit',
    behaviour: 'A response of over 1 MiB fails the call.',
  },
  { id: 'outbound.timeout', behaviour: 'A call over its time fails.' },
  {
    id: 'outbound.headers',
    behaviour: 'Every call carries Service-Subject, Service-Run and Idempotency-Key.',
  },
] as const satisfies readonly Requirement[];
