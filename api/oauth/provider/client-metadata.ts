import { z } from 'zod';
import { faultInWords } from '#contract/faults-in-words.ts';
import { text } from '#contract/text.ts';
import { clientAuthMethods } from '../metadata.ts';
import { plainName } from './plain-name.ts';
import { redirectFault } from '../redirects/redirect-uris.ts';

const mostRedirects = 20;
const mostListed = 20;
/** Size limit of a client's JSON: a stranger's metadata is stored, and kept in memory. */
const mostBytes = 4096;

const Listed = z.array(z.string().max(200)).max(mostListed);

/**
 * The members of a client's metadata that are used here. Everything else is ignored, as RFC 7591 allows: no logo is
 * shown, no key is fetched.
 */
const ClientMetadata = z.object({
  client_name: z.string().max(1000).optional(),
  redirect_uris: z
    .array(text({ min: 1, max: 2048 }))
    .min(1)
    .max(mostRedirects)
    .superRefine((uris, context) => {
      for (const [at, uri] of uris.entries()) {
        const message = redirectFault(uri);
        if (message !== undefined) context.addIssue({ code: 'custom', path: [at], message });
      }
    }),
  grant_types: Listed.optional(),
  response_types: Listed.optional(),
  token_endpoint_auth_method: z.enum(clientAuthMethods).default('none'),
});

/** Thrown for metadata that cannot be used. The message is safe to show to the client. */
export class UnusableMetadata extends Error {
  override name = 'UnusableMetadata';
}

/** Metadata of a client in the only form in which the authorization server gets it. */
export interface BoundedMetadata {
  client_name?: string;
  redirect_uris: string[];
  grant_types: string[];
  response_types: string[];
  response_modes: string[];
  token_endpoint_auth_method: (typeof clientAuthMethods)[number];
  /** So that redirects go to https, to this computer or to an app, and the port on this computer may differ. */
  application_type: 'native';
}

/**
 * Takes what is used out of metadata that a stranger sent. Grant and response types that are not supported are left out.
 * @throws {UnusableMetadata}
 */
export function boundMetadata(given: unknown): BoundedMetadata {
  const parsed = ClientMetadata.safeParse(given, { error: faultInWords });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new UnusableMetadata(
      `${issue?.path.join('.') || 'the metadata'} cannot be used: ${issue?.message}`,
    );
  }
  const { client_name, redirect_uris, grant_types, response_types, token_endpoint_auth_method } = parsed.data;
  if (response_types?.includes('code') === false) throw new UnusableMetadata('response_types must name code');
  const name = client_name === undefined ? '' : plainName(client_name);
  const refreshes = grant_types?.includes('refresh_token') ?? true;
  const bounded = {
    ...(name === '' ? {} : { client_name: name }),
    redirect_uris,
    grant_types: ['authorization_code', ...(refreshes ? ['refresh_token'] : [])],
    response_types: ['code'],
    response_modes: ['query'],
    token_endpoint_auth_method,
    application_type: 'native' as const,
  };
  refuseLarge(bounded);
  return bounded;
}

/** @throws {UnusableMetadata} for more than 4 KB in JSON */
export function refuseLarge(metadata: unknown): void {
  if (Buffer.byteLength(JSON.stringify(metadata)) > mostBytes) {
    throw new UnusableMetadata(`the metadata has more than ${mostBytes} bytes`);
  }
}
