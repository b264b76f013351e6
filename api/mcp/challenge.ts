import { ServiceError } from '#contract/errors.ts';

/** The scopes that a client should ask for. */
const offered = 'read write';

/**
 * 401 with the address of the authorization server's metadata (RFC 9728, RFC 6750).
 * @param metadataUrl absolute URL of the endpoint's metadata
 * @param hasToken whether there was a token, which is then invalid
 */
export function unauthorizedClient(metadataUrl: string, hasToken: boolean): ServiceError {
  const fault = hasToken ? 'error="invalid_token", ' : '';
  return new ServiceError('unauthorized', 'A valid access token for this agent is needed.', {
    headers: { 'WWW-Authenticate': `Bearer ${fault}resource_metadata="${metadataUrl}", scope="${offered}"` },
  });
}

/** 403 that asks a client to have the user grant more. */
export function insufficientScope(metadataUrl: string): ServiceError {
  const challenge = `Bearer error="insufficient_scope", resource_metadata="${metadataUrl}", scope="${offered}"`;
  return new ServiceError('insufficient_scope', 'The access token lacks the scope write.', {
    headers: { 'WWW-Authenticate': challenge },
  });
}
