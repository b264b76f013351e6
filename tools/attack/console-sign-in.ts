import type { Answer } from '#heddle-client/answer.ts';
import { Client } from '#clients/raw/client.ts';
import { clientId, clientSecret, type StandInProvider } from '#tools/dev/stand-ins/oidc-provider.ts';
import type { Tenant } from './tenant.ts';

const page = { 'console-request': 'console' };

/** Settings by which everybody in the group `admins` at a provider may do everything in the console. */
export function adminsAt({ issuer }: StandInProvider): object {
  return {
    issuer,
    client_id: clientId,
    client_secret: clientSecret,
    roles_claim: 'groups',
    roles: { admins: 'admin' },
  };
}

/** Signs somebody in to a tenant's console with an API key, under a name of their choice. @throws {Error} if they are refused */
export async function signInByKey({ baseUrl, apiKey }: Tenant, name: string): Promise<Client> {
  const json = { api_key: apiKey, name };
  return withCookie(
    baseUrl,
    await new Client(baseUrl).send('POST', '/console/session', { headers: page, json }),
  );
}

/** Signs an administrator in at the identity provider of a tenant. @throws {Error} if they are refused */
export async function signInAtProvider(
  { baseUrl, workspaceId: workspace_id }: Tenant,
  provider: StandInProvider,
  email: string,
): Promise<Client> {
  const begun = await new Client(baseUrl).send<{ url: string }>('POST', '/console/session/begin', {
    headers: page,
    json: { workspace_id },
  });
  const back = provider.signIn(begun.data.url, {
    claims: { email, email_verified: true, groups: ['admins'] },
  });
  const returned = await fetch(back, { redirect: 'manual', headers: { cookie: cookieOf(begun) } });
  return withCookie(baseUrl, returned);
}

function withCookie(baseUrl: string, answer: Pick<Answer, 'status' | 'headers'>): Client {
  return new Client(baseUrl, { headers: { ...page, cookie: cookieOf(answer) } });
}

function cookieOf({ status, headers }: Pick<Answer, 'status' | 'headers'>): string {
  const cookie = headers.getSetCookie()[0]?.split(';')[0];
  if (cookie === undefined) throw new Error(`the console answered with ${status} and no cookie`);
  return cookie;
}
