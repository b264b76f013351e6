import { CompactSign, generateKeyPair } from 'jose';
import { describe, expect, it } from 'vitest';
import { readStatement, Statements, statementTypes } from '#adapters/statements/statements.ts';
import { deriveOAuthKeys } from '#api/oauth/keys.ts';

const key = (id: string) => ({ id, key: Buffer.alloc(32, id) });
const jwkOf = (purpose: string) => ({
  kty: 'OKP',
  crv: 'Ed25519',
  x: expect.stringMatching(/^[\w-]{43}$/) as string,
  kid: expect.stringMatching(/^[\w-]{43}$/) as string,
  alg: 'EdDSA',
  use: 'sig',
  purpose,
});
const head = { workspace: 'w', seq: 3, hash: 'h' };

describe('[audit.keys-rotate] a statement', () => {
  it('is signed by the first key, and verified by the public keys of every process that has it', async () => {
    const jws = new Statements([key('a')]).sign('audit-head+json', head);
    const other = new Statements([key('b'), key('a')]);
    expect(await readStatement(other.jwks, statementTypes.head, jws)).toEqual(head);
    expect(other.sign('audit-head+json', head)).not.toBe(jws);
    await expect(readStatement(new Statements([key('b')]).jwks, statementTypes.head, jws)).rejects.toThrow(
      'no applicable key found',
    );
  });

  it('shows no private key', () => {
    expect(new Statements([key('a')]).jwks).toEqual({
      keys: [jwkOf('statements'), jwkOf('approvals')],
    });
  });
});

describe('[audit.head] a statement', () => {
  const statements = new Statements([key('a')]);

  it('of one kind is none of another', async () => {
    const jws = statements.sign('call-receipt+json', head);
    await expect(readStatement(statements.jwks, statementTypes.head, jws)).rejects.toThrow(
      'the statement is not of the type audit-head+json',
    );
  });

  it('[audit.keys.purpose] is signed with a key that signs no approvals, and not verified by a key for them', async () => {
    const all = new Statements([key('a')]);
    const jws = all.sign('approval+jwt', head);
    expect(await readStatement(all.jwks, statementTypes.approval, jws)).toEqual(head);
    const forApprovals = all.jwks.keys.filter(({ purpose }) => purpose === 'approvals');
    const forOthers = forApprovals.map((jwk) => ({ ...jwk, purpose: 'statements' }));
    const [ofStatements, ofApprovals] = all.jwks.keys;
    expect(ofStatements?.x).not.toBe(ofApprovals?.x);
    const signed = all.sign('audit-head+json', head);
    await expect(readStatement({ keys: forApprovals }, statementTypes.head, signed)).rejects.toThrow(
      'no applicable key found',
    );
    await expect(readStatement({ keys: forOthers }, statementTypes.approval, jws)).rejects.toThrow(
      'no applicable key found',
    );
  });

  it('that was changed is refused', async () => {
    const [header, , signature] = statements.sign('audit-head+json', head).split('.');
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
