import { expect, it } from 'vitest';
import { credentialKinds, viaOf } from '#contract/credential.ts';

it('[auth.via] only what the backend or the identity provider of a workspace signed counts as more than the word of who holds a key', () => {
  expect(credentialKinds.map((kind) => [kind, viaOf({ kind })])).toEqual([
    ['api_key', 'api_key'],
    ['session_token', 'token'],
    ['console_link', 'api_key'],
    ['console_sign_in', 'console'],
    ['mcp_grant', 'token'],
  ]);
});
