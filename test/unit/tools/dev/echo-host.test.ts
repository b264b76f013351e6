import { expect, it } from 'vitest';
import { startEchoHost } from '#tools/dev/echo-host.ts';
import { body, claimsOf, sha256, signed, testKey } from '../../clients/signed-approvals.ts';

it('[dev-stack.verified-calls] the host of the demo answers calls of the service, and refuses others', async () => {
  const host = await startEchoHost(0);
  try {
    const key = testKey('k1');
    host.requireApprovals({ jwks: { keys: [key.jwk] }, workspace: 'w' });
    const send = async (headers: Record<string, string>) =>
      await (await fetch(`${host.url}/payments`, { method: 'POST', headers, body })).json();
    const claims = claimsOf({ aud: host.url, htu: `${host.url}/payments`, body_sha256: sha256(body) });
    expect(await send({ 'service-approval': signed(key, claims) })).toMatchObject({ body: { amount: 12.5 } });
    expect(await send({})).toMatchObject({ error: { code: 'missing_approval' } });
    const foreign = signed(key, claims, { workspace: 'other' });
    expect(await send({ 'service-approval': foreign })).toMatchObject({ error: { code: 'wrong_workspace' } });
    expect((await fetch(`${host.url}/`)).status).toBe(200);
  } finally {
    await host.stop();
  }
});
