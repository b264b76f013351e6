import { createPrivateKey, createPublicKey, randomBytes } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { AgentId } from '#contract/ids.ts';
import type { SigningJwk } from '../keys.ts';
import { signingAlgorithm } from '../metadata.ts';
import { AuthorizationProblem } from '../pages/problem-page.ts';
import { loginReturnPath } from '../login-paths.ts';

/** How long a user has to sign in at the login bridge. */
export const requestTokenSeconds = 300;

/** The claims of a request token for the login bridge. */
const RequestClaims = z.object({
  jti: z.string(),
  agent_id: AgentId,
  client_name: z.string(),
  return_to: z.string(),
});
export type RequestClaims = z.infer<typeof RequestClaims>;

/** Issues and checks the tokens with which browsers are sent to the login bridge (mcp.login.request-token). */
export class RequestTokens {
  readonly #baseUrl: string;
  readonly #keys: readonly SigningJwk[];

  constructor(baseUrl: string, keys: readonly SigningJwk[]) {
    this.#baseUrl = baseUrl;
    this.#keys = keys;
  }

  /** A new request token, and its id, which works once. */
  async issue(
    about: Pick<RequestClaims, 'agent_id' | 'client_name'>,
  ): Promise<{ token: string; jti: string }> {
    const [key] = this.#keys;
    if (key === undefined) throw new Error('no key to sign with');
    const jti = randomBytes(16).toString('base64url');
    const token = await new SignJWT({ ...about, return_to: `${this.#baseUrl}${loginReturnPath}` })
      .setProtectedHeader({ alg: signingAlgorithm, kid: key.kid })
      .setIssuer(this.#baseUrl)
      .setJti(jti)
      .setIssuedAt()
      .setExpirationTime(`${requestTokenSeconds}s`)
      .sign(createPrivateKey({ key: { ...key }, format: 'jwk' }));
    return { token, jti };
  }

  /** @throws {AuthorizationProblem} if it was not issued here, or has expired */
  async read(token: string): Promise<RequestClaims> {
    try {
      const { payload } = await jwtVerify(token, ({ kid }) => this.#publicKey(kid), {
        algorithms: [signingAlgorithm],
        issuer: this.#baseUrl,
        requiredClaims: ['exp'],
      });
      return RequestClaims.parse(payload);
    } catch (error) {
      if (error instanceof errors.JWTExpired) {
        throw new AuthorizationProblem(
          400,
          'Signing in took too long',
          'You have five minutes to sign in. Go back to your app, and start again there.',
        );
      }
      throw new AuthorizationProblem(
        400,
        'This sign-in is not valid',
        'The address you came from was not made by this service. Go back to your app, and start again there.',
      );
    }
  }

  #publicKey(kid: string | undefined) {
    const key = this.#keys.find((each) => each.kid === kid);
    if (key === undefined) throw new Error('the key is not one of this service');
    const { kty, crv, x, y } = key;
    return createPublicKey({ key: { kty, crv, x, y }, format: 'jwk' });
  }
}
