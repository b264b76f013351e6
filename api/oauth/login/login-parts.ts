import type Provider from 'oidc-provider';
import type { SessionTokens } from '../../authentication/session-tokens.ts';
import type { Services } from '../../services.ts';
import type { FormTokens } from '../keys.ts';
import type { RequestTokens } from './request-token.ts';

/** What signing in and consenting needs. */
export interface LoginParts {
  services: Services;
  provider: Provider;
  requestTokens: RequestTokens;
  sessionTokens: SessionTokens;
  forms: FormTokens;
}
