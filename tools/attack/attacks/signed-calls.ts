import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request as sendRequest } from 'node:http';
import { json } from 'node:stream/consumers';
import { isJsonObject } from '#contract/json.ts';
import { type Attack, expectThat } from '../attack.ts';
import { silentPatch } from '../silent-patch.ts';
import type { AttackStack } from '../stack/attack-stack.ts';
import type { Tenant } from '../tenant.ts';
import { type RecordedRequest, startVerifyingBank, type VerifyingBank } from '../verifying-bank.ts';

const pay = silentPatch({
  key: 'pay',
  input_schema: {
    type: 'object',
    properties: { from: { type: 'string' }, amount: { type: 'number' } },
  },
  request: {
    method: 'POST',
    path: '/payments',
    query: { from: '{{from}}' },
    body: { amount: '{{amount}}' },
  },
});
const secret = { type: 'bearer', token: 'the-secret-of-the-connection' };
const say = '/call pay {"from":"ada","amount":5}\n---\n/say done';

/** Has an agent of a tenant pay at a bank. */
async function payAt(tenant: Tenant, bank: VerifyingBank): Promise<void> {
  await tenant.connect('bank', bank.url, secret);
  const agent = await tenant.publish([pay]);
  await tenant.settled((await tenant.post(agent, say)).runId);
}

/** A bank that has paid once for its own workspace, and the request by which. */
async function withPayment(stack: AttackStack, options: object = {}) {
  const owner = await stack.newTenant();
  const jwks = `${stack.baseUrl}/.well-known/jwks.json`;
  const bank = await startVerifyingBank({ jwks, workspace: owner.workspaceId, ...options });
  await payAt(owner, bank);
  const [recorded] = bank.requests;
  expectThat(recorded !== undefined, 'the bank was not asked');
  return { owner, bank, recorded, jwks };
}

/** Sends a request with the secret of the connection. @returns the bank's code */
async function send(
  bank: VerifyingBank,
  {
    method,
    url,
    approval,
    body,
  }: RecordedRequest | (Omit<RecordedRequest, 'approval'> & { approval: string[] }),
) {
  const headers = { authorization: `Bearer ${secret.token}`, 'content-type': 'application/json' };
  const sent = sendRequest(`${bank.url}${url}`, {
    method,
    headers: { ...headers, ...(approval.length === 0 ? {} : { 'Service-Approval': approval }) },
  });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const said = await json(answer);
  return isJsonObject(said) ? String(said['code']) : '';
}

/** @throws {Error} if a bank answers anything else than this code, or has paid again */
async function expectRefused(
  bank: VerifyingBank,
  attempts: [string, Parameters<typeof send>[1]][],
): Promise<string> {
  for (const [code, attempt] of attempts) {
    const answered = await send(bank, attempt);
    expectThat(answered === code, `${code} was expected, and the bank answered ${answered}`);
  }
  expectThat(bank.paid() <= 1, `the bank has paid ${bank.paid()} times`);
  return `${attempts.length} requests refused`;
}

const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Attacks by somebody who has copied the secret of a connection, or listens to its requests. */
export const signedCalls: Attack[] = [
  {
    name: 'payments with the secret of a connection and the approval of another body, method or address',
    run: async (stack) => {
      const { bank, recorded } = await withPayment(stack);
      try {
        const { approval, url } = recorded;
        return await expectRefused(bank, [
          ['missing_approval', { ...recorded, approval: '' }],
          ['wrong_body', { ...recorded, body: '{"amount":82000}' }],
          ['wrong_body', { ...recorded, body: '' }],
          ['wrong_body', { ...recorded, body: '{"amount": 5}' }],
          ['wrong_method', { ...recorded, method: 'PUT' }],
          ['wrong_address', { ...recorded, url: url.replace('/payments', '/refunds') }],
          ['wrong_address', { ...recorded, url: url.replace('ada', 'bob') }],
          ['wrong_address', { ...recorded, url: `${url}&from=bob` }],
          ['duplicate_approval', { ...recorded, approval: [approval, approval] }],
        ]);
      } finally {
        await bank.stop();
      }
    },
  },
  {
    name: 'a recorded payment after five minutes',
    run: async (stack) => {
      // A clock that is ahead, instead of five minutes.
      const { bank, recorded } = await withPayment(stack, { leewaySeconds: -301 });
      try {
        expectThat(bank.paid() === 0, 'a bank whose clock is ahead has paid');
        return await expectRefused(bank, [['expired_approval', recorded]]);
      } finally {
        await bank.stop();
      }
    },
  },
  {
    name: "the approval of another workspace's agent, for the same bank and with its secret",
    run: async (stack) => {
      const { bank, recorded } = await withPayment(stack);
      try {
        const attacker = await stack.newTenant();
        await payAt(attacker, bank);
        const own = bank.requests.at(-1);
        expectThat(own !== undefined && own !== recorded, 'the bank was not asked by the attacker');
        return await expectRefused(bank, [
          ['wrong_workspace', own],
          ['wrong_body', { ...recorded, body: '{"amount":6}' }],
        ]);
      } finally {
        await bank.stop();
      }
    },
  },
  {
    name: 'approvals without a signature, by a public key as a secret, and by a key for something else',
    run: async (stack) => {
      const { owner, bank, recorded, jwks } = await withPayment(stack);
      try {
        const { keys } = (await (await fetch(jwks)).json()) as {
          keys: { kid: string; x: string; purpose: string }[];
        };
        const [approvals, statements] = ['approvals', 'statements'].map((purpose) =>
          keys.find((key) => key.purpose === purpose),
        );
        expectThat(approvals !== undefined && statements !== undefined, 'a key is not published');
        const [, claims = '', signature = ''] = recorded.approval.split('.');
        const head = { alg: 'EdDSA', kid: approvals.kid, typ: 'approval+jwt', workspace: owner.workspaceId };
        const forged = (header: object, mac?: string) =>
          `${base64url({ ...head, ...header })}.${claims}.${mac ?? signature}`;
        const text = `${base64url({ ...head, alg: 'HS256' })}.${claims}`;
        const { jws } = await owner.must<{ jws: string }>('GET', '/v1/audit/head');
        const [, headClaims, headSignature] = jws.split('.');
        const carrying = (approval: string) => ({ ...recorded, approval });
        return await expectRefused(bank, [
          ['malformed_approval', carrying(forged({ alg: 'none' }, ''))],
          ['invalid_algorithm', carrying(forged({ alg: 'none' }))],
          [
            'invalid_algorithm',
            carrying(
              forged({ alg: 'HS256' }, createHmac('sha256', approvals.x).update(text).digest('base64url')),
            ),
          ],
          ['invalid_type', carrying(jws)],
          ['wrong_key', carrying(forged({ kid: statements.kid }))],
          [
            'wrong_key',
            carrying(`${base64url({ ...head, kid: statements.kid })}.${headClaims}.${headSignature}`),
          ],
          ['unknown_key', carrying(forged({ kid: 'mine' }))],
          ['invalid_signature', carrying(forged({ workspace: 'another' }))],
          ['invalid_signature', carrying(forged({ jwk: { kty: 'OKP', crv: 'Ed25519', x: approvals.x } }))],
        ]);
      } finally {
        await bank.stop();
      }
    },
  },
  {
    name: 'headers of connections and patches that would set Service-Approval',
    run: async (stack) => {
      const tenant = await stack.newTenant();
      const names = ['Service-Approval', 'service-approval', 'SERVICE-APPROVAL', 'service-Approval'];
      const base_url = stack.echoHost.url;
      const value = 'mine';
      for (const name of names) {
        const bodies: [string, object][] = [
          ['/v1/connections', { name: 'a', base_url, auth: { type: 'none' }, headers: { [name]: value } }],
          ['/v1/connections', { name: 'b', base_url, auth: { type: 'header', name, value } }],
          [
            '/v1/patches',
            silentPatch({ request: { method: 'POST', path: '/x', headers: { [name]: value } } }),
          ],
          [
            '/v1/patches',
            { ...pay, request: { method: 'POST', path: '/x', headers: { [name]: '{{amount}}' } } },
          ],
        ];
        for (const [path, body] of bodies) {
          const { status, code } = await tenant.request('POST', path, { body });
          expectThat(status === 422 && code === 'invalid_request', `${path} with ${name}: ${status} ${code}`);
        }
      }
      return `${names.length * 4} definitions refused`;
    },
  },
];
