import { Provider } from 'oidc-provider';

/** The part of the library's tokens that chooses the value of a new one. */
interface Token {
  generateTokenId: (this: Token) => string;
}

/**
 * Gives the successor of a refresh token the same value each time. A client that lost the answer, and one that asks
 * from two processes at once, get one successor: with several, each would begin a chain of its own, and the thief of a
 * token that is used within the grace period would not be noticed. The value is derived from the token with a secret
 * key, so nothing is kept readable, and it needs both the token and this service.
 */
export function shareSuccessors(provider: Provider, successorOf: (value: string) => string): void {
  const tokens = provider.RefreshToken.prototype as unknown as Token;
  const { generateTokenId: random } = tokens;
  tokens.generateTokenId = function generateTokenId() {
    const rotated = Provider.ctx?.oidc.entities.RotatedRefreshToken;
    return rotated === undefined ? random.call(this) : successorOf(rotated.jti);
  };
}
