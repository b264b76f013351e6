import type { Requirement } from './requirement.ts';

/** API keys, session tokens, subjects and signing keys. */
export const credentials = [
  {
    id: 'auth.missing',
    behaviour: 'A request under /v1 without Authorization: Bearer is 401 unauthorized.',
  },
  {
    id: 'auth.invalid-api-key',
    behaviour: 'An unknown or malformed API key is 401 unauthorized.',
  },
  {
    id: 'auth.challenge',
    behaviour: 'Every 401 carries WWW-Authenticate: Bearer.',
  },
  {
    id: 'auth.key-stored-hashed',
    behaviour: 'Of an API key only its SHA-256 is stored.',
  },
  {
    id: 'auth.relay.subject-required',
    behaviour: 'In relay mode threads, messages and runs without Service-Subject are 422 subject_required.',
  },
  {
    id: 'auth.relay.list-without-subject',
    behaviour: 'GET /v1/loom/threads in relay mode without a subject lists the workspace.',
  },
  {
    id: 'auth.relay.subject-in-body',
    behaviour: 'POST /v1/loom/threads may name the subject as subject_ref in place of the header.',
  },
  {
    id: 'auth.relay.subject-mismatch',
    behaviour: 'A Service-Subject and a subject_ref that differ are 422 subject_mismatch.',
  },
  {
    id: 'auth.subject.any-string',
    behaviour: 'A subject is any non-empty string of the caller, kept as given.',
  },
  {
    id: 'auth.subject.isolated',
    behaviour: "A call for one subject on another subject's thread or run is 404 not_found.",
  },
  {
    id: 'auth.actor',
    behaviour:
      'In relay mode Service-Actor, of at most 255 characters, names the person behind a request; otherwise, and in direct mode, it is the subject.',
  },
  {
    id: 'auth.credential-recorded',
    behaviour:
      'Beside the actor, the request log and the decisions and outcomes of a trace name what authenticated the request: the API key, the key that signed the session token, the link of the console or the MCP grant. Session tokens without the claim trace do not see it.',
  },
  {
    id: 'auth.guesses',
    behaviour:
      'A credential that cannot be one costs no look-up, one that was just not found costs none for a second, and guesses push out nothing that was found.',
  },
  {
    id: 'auth.mode-by-form',
    behaviour:
      'Three dot-separated base64url segments are a session token (direct mode); anything else is an API key (relay).',
  },
  {
    id: 'auth.direct.subject-is-sub',
    behaviour: 'In direct mode the subject is the sub claim, and no Service-Subject is needed.',
  },
  {
    id: 'auth.direct.own-threads',
    behaviour: 'A session token lists and sees only the threads and runs of its own subject.',
  },
  {
    id: 'auth.direct.subject-differs',
    behaviour: 'A Service-Subject or subject_ref that differs from sub is 403 forbidden.',
  },
  {
    id: 'auth.direct.management',
    behaviour: 'A session token on a management endpoint is 403 forbidden.',
  },
  {
    id: 'auth.token.algorithms',
    behaviour: 'Tokens signed with a registered EdDSA, ES256, RS256 or HS256 key are accepted.',
  },
  {
    id: 'auth.token.kid',
    behaviour:
      'kid names the signing key, and the key selects the workspace; an unknown or absent kid is 401.',
  },
  {
    id: 'auth.token.algorithm-pinned',
    behaviour: "A header alg other than the key's, none included, is 401.",
  },
  {
    id: 'auth.token.bad-signature',
    behaviour: 'A token whose signature does not verify is 401.',
  },
  {
    id: 'auth.token.sub',
    behaviour: 'sub is required, non-empty and at most 255 characters; otherwise 401.',
  },
  {
    id: 'auth.token.expiry',
    behaviour: 'exp is required, and a token past it is 401.',
  },
  {
    id: 'auth.token.lifetime',
    behaviour: 'iat is required, and an exp before it, or more than 3,600 seconds after it, is 401.',
  },
  {
    id: 'auth.token.audience',
    behaviour: 'aud must be loom; otherwise 401.',
  },
  {
    id: 'auth.token.not-before',
    behaviour: 'A token before its nbf, or issued in the future, is 401.',
  },
  {
    id: 'auth.token.clock-tolerance',
    behaviour: 'Clocks may differ by 30 seconds either way.',
  },
  {
    id: 'auth.token.connection-claim',
    behaviour:
      'A connection claim selects the connection of the runs of the token; a header, or a thread, that names another is 403.',
  },
  {
    id: 'auth.token.agent-claim',
    behaviour: 'An agent_id claim restricts the token to that agent.',
  },
  {
    id: 'auth.token.one-message',
    behaviour: 'Every fault of a token is 401 unauthorized with one same message.',
  },
  {
    id: 'signing-key.register-public',
    behaviour:
      'POST /v1/signing-keys {algorithm, public_jwk} is 201 for EdDSA, ES256 and RS256 with an id of key_ and 24 base62 characters.',
  },
  {
    id: 'signing-key.register-secret',
    behaviour:
      'POST /v1/signing-keys {algorithm: HS256} generates a secret and returns it in that response only.',
  },
  {
    id: 'signing-key.list-and-delete',
    behaviour: 'Signing keys are listed without secrets, and deleting one ends its tokens.',
  },
  {
    id: 'api-key.create',
    behaviour: 'POST /v1/api-keys is 201 and shows the key in that response only.',
  },
  {
    id: 'api-key.list',
    behaviour: 'GET /v1/api-keys lists keys without the keys themselves.',
  },
  { id: 'api-key.delete', behaviour: 'A deleted API key stops working.' },
  {
    id: 'api-key.last',
    behaviour: 'Deleting the last API key is 409 last_api_key.',
  },
] as const satisfies readonly Requirement[];
