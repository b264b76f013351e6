import type {
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client';

/**
 * Acts as a user in a browser that is sent to an address. @returns the browser's final address, with the client's code
 */
export type Browse = (authorizationUrl: URL) => Promise<URL>;

/** The stored authorization of the official client, and its user. */
export class BrowsingProvider implements OAuthClientProvider {
  readonly redirectUrl: string;
  readonly #browse: Browse;
  /** How many times the user was sent to a browser. */
  sentTo = 0;
  /** The last address of the browser. */
  callback: Promise<URL> | undefined;
  issued: StoredOAuthTokens | undefined;
  #client: StoredOAuthClientInformation | undefined;
  #verifier = '';
  #discovered: OAuthDiscoveryState | undefined;

  constructor(redirectUrl: string, browse: Browse) {
    this.redirectUrl = redirectUrl;
    this.#browse = browse;
  }

  get clientMetadata() {
    return { client_name: 'Official client', redirect_uris: [this.redirectUrl] };
  }

  clientInformation() {
    return this.#client;
  }

  saveClientInformation(client: StoredOAuthClientInformation): void {
    this.#client = client;
  }

  tokens() {
    return this.issued;
  }

  saveTokens(tokens: StoredOAuthTokens): void {
    this.issued = tokens;
  }

  redirectToAuthorization(url: URL): void {
    this.sentTo += 1;
    this.callback = this.#browse(new URL(url));
    this.callback.catch(() => {});
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }

  codeVerifier(): string {
    return this.#verifier;
  }

  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.#discovered = state;
  }

  discoveryState() {
    return this.#discovered;
  }

  /** Forgets the tokens, as a client does whose tokens were refused. */
  invalidateCredentials(scope: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): void {
    if (scope === 'tokens' || scope === 'all') this.issued = undefined;
    if (scope === 'discovery' || scope === 'all') this.#discovered = undefined;
    if (scope === 'client' || scope === 'all') this.#client = undefined;
  }
}
