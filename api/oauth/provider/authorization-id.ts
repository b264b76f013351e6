import { randomBytes } from 'node:crypto';

/** A new id of an authorization under a grant. It contains the grant's id, which is read back when it is stored. */
export function newAuthorizationId(grantId: string): string {
  return `${grantId}.${randomBytes(16).toString('base64url')}`;
}

/** The grant of an authorization. */
export function grantOfAuthorization(authorizationId: string): string {
  const [grantId = ''] = authorizationId.split('.');
  return grantId;
}
