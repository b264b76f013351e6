import type Provider from 'oidc-provider';
import type { Schemas } from '#engine/ports/schemas.ts';
import type { Keyring } from '#store/credentials/encryption.ts';
import type { KeyUse } from '#store/credentials/key-use.ts';
import type { Database } from '#store/mongo/database.ts';
import type { Allowances } from '../../http/limits/allowances.ts';
import type { SessionTokens } from '../../http/authentication/session-tokens.ts';
import type { FormTokens } from '../keys.ts';
import type { Suspensions } from '../../http/authentication/suspensions.ts';
import type { RequestTokens } from './request-token.ts';

/** The dependencies of signing in and consenting. */
export interface LoginParts {
  services: {
    db: Database;
    keyring: Keyring;
    keyUse: KeyUse;
    baseUrl: string;
    allowances: Allowances;
    suspensions: Suspensions;
    schemas: Pick<Schemas, 'validateResult'>;
  };
  provider: Provider;
  requestTokens: RequestTokens;
  sessionTokens: SessionTokens;
  forms: FormTokens;
}
