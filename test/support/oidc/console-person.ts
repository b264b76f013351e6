import type { StandInProvider } from '#tools/dev/stand-ins/oidc-provider.ts';
import { ApiClient } from '../api-client.ts';
import type { ConsolePage, TestConsole } from '../console.ts';
import { originOf } from '../passkeys.ts';
import { addAuthenticator } from '../virtual-authenticator.ts';
import { comeBack, onTheWay } from './console-sign-in.ts';

/** Somebody who signs in at the company. */
export interface CompanyPerson {
  email: string;
  /** The groups that the provider says, such as `approvers`. */
  groups: string[];
}

/** A page of the console at localhost, of a person who has signed in at the company, with an authenticator. */
export async function openAsPerson(
  stage: TestConsole,
  provider: StandInProvider,
  { email, groups }: CompanyPerson,
  path: string,
): Promise<ConsolePage> {
  const { url, cookie } = await onTheWay(new ApiClient(stage.service.baseUrl, {}), stage.workspaceId);
  const claims = { email, email_verified: true, groups };
  const returned = await comeBack(provider.signIn(url, { claims }), cookie);
  const [name = '', value = ''] = (returned.cookies[0]?.split(';')[0] ?? '').split('=');
  return await stage.open(path, {
    name: null,
    baseURL: originOf(stage.service),
    prepare: async (page) => {
      await page.context().addCookies([{ name, value, url: originOf(stage.service) }]);
      await addAuthenticator(page);
    },
  });
}
