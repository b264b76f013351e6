/** The OpenID provider of a workspace, and how the console is known to it. */
export interface IdentityProvider {
  /** Because look-ups of names are limited for each workspace. */
  workspaceId: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** The values that connect a person's way to the provider with the way back. */
export interface SignInRequest {
  redirectUri: string;
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** A provider's claims about a person. */
export type Claims = Record<string, unknown>;

/** Why nobody could be signed in. */
export type OidcErrorCode =
  /** The provider could not be reached, failed, or took too long. */
  | 'unreachable'
  /** Its address is one that the deployment does not call. */
  | 'blocked_address'
  /** It answered something that is no valid OpenID Connect, or that was not signed by one of its keys. */
  | 'invalid_response'
  /** It refused the person, or the console. */
  | 'refused';

/** A sign-in that failed at the provider. The message is safe to show: it has nothing of what the provider answered. */
export class OidcError extends Error {
  override name = 'OidcError';
  readonly code: OidcErrorCode;

  constructor(code: OidcErrorCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
  }
}

/** Signs people in by the authorization code flow, with PKCE, state and nonce (console.oidc.*). */
export interface OidcClient {
  /**
   * Reads the metadata of a provider, to find out whether it can be used.
   * @throws {OidcError}
   */
  check(provider: IdentityProvider): Promise<void>;
  /**
   * Where the browser goes to sign in.
   * @throws {OidcError}
   */
  authorizationUrl(provider: IdentityProvider, request: SignInRequest): Promise<string>;
  /**
   * Exchanges what the browser brought back for what the provider says of the person.
   * @param callback the address that it was sent back to
   * @param needed claims: if the ID token lacks one of them, the provider's userinfo is asked too
   * @returns the claims of the ID token, then those of the userinfo if it was asked
   * @throws {OidcError}
   */
  claimsOf(
    provider: IdentityProvider,
    callback: URL,
    request: SignInRequest,
    needed: readonly string[],
  ): Promise<[Claims, ...Claims[]]>;
}
