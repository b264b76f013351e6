import type { BegunSignIn, ConsoleSignIn } from '#contract/console-sign-in.ts';
import { defined } from '#contract/defined.ts';
import type { z } from 'zod';
import type { ApiAnswer, ApiClient } from '../api-client.ts';
import { pageHeaders } from '../console-session.ts';
import { clientId, clientSecret } from '#tools/dev/stand-ins/oidc-provider.ts';

/** Settings by which everybody at a provider whose claim `groups` says so has a role. */
export const settingsOf = (issuer: string, more: Record<string, unknown> = {}) => ({
  issuer,
  client_id: clientId,
  client_secret: clientSecret,
  roles_claim: 'groups',
  roles: { viewers: 'viewer', makers: 'maker', approvers: 'approver', auditors: 'auditor', admins: 'admin' },
  ...more,
});

/** Sets up the sign-in of a workspace. */
export async function setUpSignIn(
  client: ApiClient,
  issuer: string,
  more: Record<string, unknown> = {},
): Promise<ConsoleSignIn> {
  const { status, data, body } = await client.send<ConsoleSignIn>('PUT', '/v1/console/sign-in', {
    json: settingsOf(issuer, more),
  });
  if (status !== 200) throw new Error(`the sign-in was not set up: ${status} ${JSON.stringify(body)}`);
  return data;
}

/** Somebody on their way: where their browser is sent to, and the cookie by which it is known. */
export interface OnTheWay {
  url: string;
  cookie: string;
}

/** Begins to sign in, as the page of the console does. */
export async function begin(
  stranger: ApiClient,
  workspace_id: string,
  back?: string,
): Promise<ApiAnswer<z.infer<typeof BegunSignIn>>> {
  return await stranger.send('POST', '/console/session/begin', {
    headers: pageHeaders(),
    json: { workspace_id, ...defined({ back }) },
  });
}

/** Begins to sign in, and expects to be sent to the provider. */
export async function onTheWay(stranger: ApiClient, workspaceId: string, back?: string): Promise<OnTheWay> {
  const answer = await begin(stranger, workspaceId, back);
  const [cookie = ''] = answer.headers.getSetCookie();
  if (answer.status !== 200) throw new Error(`not begun: ${answer.status}`);
  return { url: answer.data.url, cookie: cookie.split(';')[0] ?? '' };
}

/** Where the browser ends up when it comes back. */
export interface Returned {
  status: number;
  /** The page of the problem, or an empty text. */
  page: string;
  location: string | null;
  cookies: string[];
}

/** Comes back from the provider, as a browser with these cookies does. */
export async function comeBack(callback: URL, cookie = ''): Promise<Returned> {
  const response = await fetch(callback, { redirect: 'manual', headers: { cookie } });
  return {
    status: response.status,
    page: await response.text(),
    location: response.headers.get('location'),
    cookies: response.headers.getSetCookie(),
  };
}
