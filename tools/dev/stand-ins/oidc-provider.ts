import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

export const clientId = 'heddle-console';
export const clientSecret = 'the secret of the console at its provider';

/** An answer of an endpoint that replaces the regular one. */
export interface Answer {
  status?: number;
  type?: string;
  body: string | ((request: IncomingMessage) => string | Promise<string>);
}
type Endpoint = 'metadata' | 'jwks' | 'token' | 'userinfo';

/** An OpenID provider whose every answer a test can replace. */
export interface StandInProvider {
  issuer: string;
  /** Signs a person in: what the browser would bring back from the address that it was sent to. */
  signIn(authorizationUrl: string, person?: Person): URL;
  /** Answers in place of the right ones. */
  faults: Map<Endpoint, Answer>;
  /** Requests to its token endpoint. */
  exchanges: Exchange[];
  stop(): Promise<void>;
}

export interface Exchange {
  form: URLSearchParams;
  authorization: string | undefined;
}

interface Person {
  /** Claims of the ID token. Undefined leaves one out. */
  claims?: Record<string, unknown>;
  userinfo?: Record<string, unknown>;
  /** Signs with a key that the provider does not publish. */
  unknownKey?: boolean;
}

type Authorization = Person & { asked: URLSearchParams };

/** Starts a provider on a free port of this machine. */
export async function startStandInProvider(): Promise<StandInProvider> {
  const [published, unknown] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]);
  const jwk = { ...(await exportJWK(published.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  const authorizations = new Map<string, Authorization>();
  const tokens = new Map<string, Authorization>();
  const exchanges: Exchange[] = [];
  const faults: StandInProvider['faults'] = new Map();

  const idToken = async (issuer: string, { asked, claims = {}, unknownKey = false }: Authorization) => {
    const now = Math.floor(Date.now() / 1000);
    const usual = {
      iss: issuer,
      aud: asked.get('client_id') ?? '',
      sub: 'person-1',
      iat: now,
      exp: now + 300,
    };
    return await new SignJWT({ ...usual, nonce: asked.get('nonce'), ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .sign(unknownKey ? unknown.privateKey : published.privateKey);
  };
  const exchange = async (issuer: string, request: IncomingMessage) => {
    const form = new URLSearchParams(await textOf(request));
    exchanges.push({ form, authorization: request.headers.authorization });
    const code = form.get('code') ?? '';
    const authorization = authorizations.get(code);
    authorizations.delete(code);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isRight =
      authorization !== undefined &&
      authorization.asked.get('code_challenge') === challenge &&
      authorization.asked.get('redirect_uri') === form.get('redirect_uri');
    if (!isRight) return { status: 400, body: { error: 'invalid_grant' } };
    const access_token = randomUUID();
    tokens.set(access_token, authorization);
    return {
      status: 200,
      body: {
        access_token,
        token_type: 'Bearer',
        expires_in: 60,
        id_token: await idToken(issuer, authorization),
      },
    };
  };
  const right = async (endpoint: Endpoint, issuer: string, request: IncomingMessage) => {
    switch (endpoint) {
      case 'metadata':
        return { status: 200, body: metadataOf(issuer) };
      case 'jwks':
        return { status: 200, body: { keys: [jwk] } };
      case 'token':
        return await exchange(issuer, request);
      case 'userinfo': {
        const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
        return { status: 200, body: { sub: 'person-1', ...tokens.get(token)?.userinfo } };
      }
    }
  };

  const server = createServer((request, response) => {
    void (async () => {
      const { port } = server.address() as AddressInfo;
      const endpoint = endpoints[request.url ?? ''];
      if (endpoint === undefined) return response.writeHead(404).end();
      const fault = faults.get(endpoint);
      if (fault !== undefined) {
        const { status = 200, type = 'application/json', body } = fault;
        const text = typeof body === 'string' ? body : await body(request);
        return response.writeHead(status, { 'content-type': type }).end(text);
      }
      const { status, body } = await right(endpoint, `http://127.0.0.1:${port}`, request);
      return response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    faults,
    exchanges,
    signIn(authorizationUrl, person = {}) {
      const asked = new URL(authorizationUrl).searchParams;
      const code = randomUUID();
      authorizations.set(code, { ...person, asked });
      const callback = new URL(asked.get('redirect_uri') ?? '');
      callback.search = new URLSearchParams({
        code,
        state: asked.get('state') ?? '',
        iss: issuer,
      }).toString();
      return callback;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const endpoints: Record<string, Endpoint> = {
  '/.well-known/openid-configuration': 'metadata',
  '/jwks': 'jwks',
  '/token': 'token',
  '/userinfo': 'userinfo',
};

/** The metadata of a provider, without faults. */
export function metadataOf(issuer: string): Record<string, unknown> {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    authorization_response_iss_parameter_supported: true,
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
}
