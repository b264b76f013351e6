import { CompactSign, generateKeyPair } from 'jose';
import { describe, expect, it } from 'vitest';
import { readStatement, Statements, statementTypes } from '#adapters/statements/statements.ts';
import { deriveOAuthKeys } from '#api/oauth/keys.ts';

const key = (id: string) => ({ id, key: Buffer.alloc(32, id) });
const head = { workspace: 'w', seq: 3, hash: 'h' };

describe('[audit.keys-rotate] a statement', () => {
  it('is signed by the first key, and verified by the public keys of every process that has it', async () => {
    const jws = await new Statements([key('a')]).sign('audit-head+json', head);
    const other = new Statements([key('b'), key('a')]);
    expect(await readStatement(other.jwks, statementTypes.head, jws)).toEqual(head);
    expect(await other.sign('audit-head+json', head)).not.toBe(jws);
    await expect(readStatement(new Statements([key('b')]).jwks, statementTypes.head, jws)).rejects.toThrow(
      'no applicable key found',
    );
  });

  it('shows no private key', () => {
    expect(new Statements([key('a')]).jwks).toEqual({
      keys: [
        {
          kty: 'OKP',
          crv: 'Ed25519',
          x: expect.stringMatching(/^[\w-]{43}$/),
          kid: expect.stringMatching(/^[\w-]{43}$/),
          alg: 'EdDSA',
          use: 'sig',
        },
      ],
    });
  });
});

describe('[audit.head] a statement', () => {
  const statements = new Statements([key('a')]);

  it('of one kind is none of another', async () => {
    const jws = await statements.sign('call-receipt+json', head);
    await expect(readStatement(statements.jwks, statementTypes.head, jws)).rejects.toThrow(
      'the statement is no audit-head+json',
    );
  });

  it('that was changed is refused', async () => {
    const [header, , signature] = (await statements.sign('audit-head+json', head)).split('.');
    const forged = Buffer.from(JSON.stringify({ ...head, seq: 4 })).toString('base64url');
    await expect(
      readStatement(statements.jwks, statementTypes.head, `${header}.${forged}.${signature}`),
    ).rejects.toThrow('signature verification failed');
  });

  it('that another key has signed under the name of ours is refused', async () => {
    const { privateKey } = await generateKeyPair('EdDSA');
    const [ours] = statements.jwks.keys;
    const jws = await new CompactSign(Buffer.from(JSON.stringify(head)))
      .setProtectedHeader({ alg: 'EdDSA', kid: ours?.kid ?? '', typ: statementTypes.head })
      .sign(privateKey);
    await expect(readStatement(statements.jwks, statementTypes.head, jws)).rejects.toThrow(
      'signature verification failed',
    );
  });

  it('is signed with a key that signs no access tokens', () => {
    const { signing } = deriveOAuthKeys([key('a')]);
    expect(statements.jwks.keys.map(({ kid }) => kid)).not.toContain(signing[0].kid);
    expect(statements.jwks.keys.map(({ x }) => x)).not.toContain(signing[0].d);
  });
});
