import { HeddleError } from '../errors.ts';
import type { KeySource } from './keys.ts';

/** The options of {@link verifyApproval}, and of the middlewares. */
export interface ApprovalOptions {
  /**
   * The public keys: the address of `/.well-known/jwks.json` of your deployment, from which they are fetched and kept for
   * five minutes, or the set itself.
   */
  jwks: KeySource;
  /**
   * The origin of the connection's `base_url`: `https://api.bank.example`. It is taken as the address at which requests come in,
   * whatever `Host` says, because proxies rewrite that and anybody can send another. Several during a move.
   */
  audience: string | readonly string[];
  /**
   * Your workspace. Name it if others use the deployment as well: they can have their agents call your host, too.
   */
  workspace?: string | undefined;
  /** `BASE_URL` of the deployment. Default: any that signs with the keys. */
  issuer?: string | undefined;
  /**
   * The beginning of the path that a proxy in front of this host removes: `/bank`, if `https://api.bank.example/bank/payments`
   * comes in as `/payments`. Default: nothing.
   */
  prefix?: string | undefined;
  /** How far the clocks may be apart. Default: 30. */
  leewaySeconds?: number | undefined;
  /** The largest body that is read, in bytes. Default: 1 MiB. */
  maxBytes?: number | undefined;
}

/** Options that were checked. */
export type CheckedOptions = Omit<ApprovalOptions, 'audience'> & {
  audiences: readonly string[];
  prefix: string;
  leewaySeconds: number;
  maxBytes: number;
};

/** @throws {HeddleError} that names the option with which nothing could ever be verified */
export function checkOptions(options: ApprovalOptions): CheckedOptions {
  const { audience, prefix = '', leewaySeconds = 30, maxBytes = 1024 * 1024 } = options;
  const audiences = [audience].flat().map(originOf);
  if (audiences.length === 0) throw new HeddleError('audience is missing');
  if (prefix !== '' && !/^\/[^?#]*[^/?#]$/.test(prefix))
    throw new HeddleError('prefix must begin with a slash, and end without one: /bank');
  return { ...options, audiences, prefix, leewaySeconds, maxBytes };
}

function originOf(audience: unknown): string {
  const url = typeof audience === 'string' && URL.canParse(audience) ? new URL(audience) : undefined;
  if (url === undefined || url.origin === 'null' || url.pathname !== '/' || url.search !== '')
    throw new HeddleError(
      'audience must be the origin of the connection, such as https://api.bank.example; a path that a proxy removes is the prefix',
    );
  return url.origin;
}
