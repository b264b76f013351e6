import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';
import { clientId, clientSecret } from '#tools/dev/stand-ins/oidc-provider.ts';

/**
 * A real OpenID provider, with pages for a browser: a person who enters a name is `<name>@example.com`, in the group of
 * that name. Its claims are only in the userinfo.
 * @param redirectUri redirect URI of the console
 */
export async function startRealProvider(
  redirectUri: string,
): Promise<{ issuer: string; stop(): Promise<void> }> {
  const server = createServer((request, response) => void answer(request, response));
  // Another host than that of the service, so that for a browser it is another site.
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['groups'] },
    findAccount: (_, name) => ({
      accountId: name,
      claims: () => ({
        sub: name,
        email: `${name}@example.com`,
        email_verified: true,
        groups: [`${name}s`],
      }),
    }),
    cookies: { keys: ['a key of a provider in tests'] },
    pkce: { required: () => true },
  });
  const answer = provider.callback();
  return {
    issuer,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
