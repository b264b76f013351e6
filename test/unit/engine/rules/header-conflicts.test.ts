import { expect, it } from 'vitest';
import { faultOfHeaders } from '#engine/rules/call-connection.ts';
import { NewConnection } from '#contract/connection.ts';
import { PatchRequest } from '#contract/patch-request.ts';

const request = { method: 'POST', path: '/pay', headers: { 'X-Amount': '{{amount}}' } } as const;

it('[gate.connection.headers] a connection does not replace a header that the patch fills, and the patch none of the connection', () => {
  expect(faultOfHeaders({ request }, { headers: { 'x-amount': '82000' } })).toMatchObject({
    code: 'header_conflict',
  });
  expect(faultOfHeaders({ request }, { headers: { 'x-tenant': '1' } })).toBeUndefined();
  expect(faultOfHeaders({}, { headers: { 'x-amount': '82000' } })).toBeUndefined();
});

it.each(['Idempotency-Key', 'SERVICE-Approval', 'Host', 'Content-Length', 'Mcp-Param-Amount'])(
  '[gate.connection.headers] neither a connection nor a patch fills %s, which the service sends itself',
  (name) => {
    const headers = { [name]: 'x' };
    const connection = { name: 'bank', base_url: 'https://bank.example', auth: { type: 'none' } };
    expect(NewConnection.safeParse({ ...connection, headers }).success).toBe(false);
    const auth = { type: 'header', name, value: 'x' };
    expect(NewConnection.safeParse({ ...connection, auth }).success).toBe(false);
    expect(PatchRequest.safeParse({ ...request, headers }).success).toBe(false);
  },
);

it('[gate.connection.headers] a patch does not fill the header of credentials', () => {
  const headers = { Authorization: 'Bearer {{token}}' };
  expect(PatchRequest.safeParse({ ...request, headers }).success).toBe(false);
});
