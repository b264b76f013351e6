import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { calculateJwkThumbprint } from 'jose';
import { describe, expect, it } from 'vitest';
import { deriveOAuthKeys } from '#api/oauth/keys.ts';
import { RequestTokens } from '#api/oauth/login/request-token.ts';

const key = (id: string, byte: number) => ({ id, key: Buffer.alloc(32, byte) });
const before = deriveOAuthKeys([key('a', 1)]);
const rotated = deriveOAuthKeys([key('b', 2), key('a', 1)]);
const after = deriveOAuthKeys([key('b', 2)]);

describe('[mcp.oauth.keys] the keys of the authorization server', () => {
  it('are the same on every process, and others for another deployment', () => {
    const others = deriveOAuthKeys([key('renamed', 1)]);
    expect([others.signing, others.cookies]).toEqual([before.signing, before.cookies]);
    expect(after.signing[0].kid).not.toBe(before.signing[0].kid);
    expect(new Set([...after.cookies, ...before.cookies, after.signing[0].d, before.signing[0].d]).size).toBe(
      4,
    );
  });

  it('are the 32 bytes of a private key, also where that begins with a zero byte', () => {
    // Whatever the seeds, about one key in 256 does.
    const keys = Array.from({ length: 2048 }, (_, at) => createHash('sha256').update(String(at)).digest());
    const derived = keys.map((each, at) => deriveOAuthKeys([{ id: String(at), key: each }]).signing[0]);
    const short = derived.filter(({ d }) => Buffer.from(d, 'base64url')[0] === 0);
    expect(short.length).toBeGreaterThan(0);
    for (const jwk of short) {
      expect(Buffer.from(jwk.d, 'base64url')).toHaveLength(32);
      expect(() => createPrivateKey({ key: { ...jwk }, format: 'jwk' })).not.toThrow();
    }
  });

  it('are valid keys, named by their thumbprint', async () => {
    for (const { kid, ...jwk } of rotated.signing) {
      expect(await calculateJwkThumbprint({ ...jwk })).toBe(kid);
      const { d: _, ...publicJwk } = jwk;
      const signature = sign('sha256', Buffer.from('text'), createPrivateKey({ key: jwk, format: 'jwk' }));
      const verifies = createPublicKey({ key: publicJwk, format: 'jwk' });
      expect(verify('sha256', Buffer.from('text'), verifies, signature)).toBe(true);
    }
  });

  it('are found for whatever key of a deployment: derivation does not depend on luck', () => {
    for (let byte = 0; byte < 256; byte += 1) {
      const [{ d, x, y }] = deriveOAuthKeys([key('k', byte)]).signing;
      expect([d, x, y].map((text) => Buffer.from(text, 'base64url').length)).toEqual([32, 32, 32]);
    }
  });

  it('accept what an older key signed for as long as that is configured', async () => {
    const tokens = ({ signing }: typeof before) => new RequestTokens('https://api.example', signing);
    const about = { agent_id: `agent_${'0'.repeat(32)}`, client_name: 'IDE' };
    const { token, jti } = await tokens(before).issue(about);
    expect(await tokens(rotated).read(token)).toMatchObject({ jti, ...about });
    await expect(tokens(after).read(token)).rejects.toThrow('was not made by this service');
    const form = before.forms.issue('uid');
    expect([rotated, after].map(({ forms }) => forms.accepts('uid', form))).toEqual([true, false]);
    expect(before.forms.accepts('other', form)).toBe(false);
  });
});
