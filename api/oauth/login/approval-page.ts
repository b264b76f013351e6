import type { OAuthContext } from '../state.ts';
import type { LoginParts } from './login-parts.ts';

/** A page for which a user signs in as for an authorization. Its handlers throw `AuthorizationProblem`. */
export interface ApprovalPage {
  /** Sends the browser to sign in. */
  begin(ctx: OAuthContext, params: Record<string, string>, login: LoginParts): Promise<void>;
  /** @param uid of the approval in progress, as are all that follow */
  show(ctx: OAuthContext, uid: string, login: LoginParts): Promise<void>;
  decide(ctx: OAuthContext, uid: string, login: LoginParts): Promise<void>;
}
