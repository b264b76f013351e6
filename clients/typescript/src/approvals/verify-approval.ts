import { comparable, targetOf } from './address.ts';
import { canonicalJson } from './canonical-json.ts';
import { ApprovalError } from './errors.ts';
import { decodeBase64url, encodeBase64url } from '../base64url.ts';
import { readJws } from './jws.ts';
import { type ApprovalOptions, type CheckedOptions, checkOptions } from './options.ts';
import { partsOf, type ReceivedRequest, type RequestParts } from './request.ts';

/** The call that Heddle has signed for one request. */
export interface ServiceApproval {
  iss: string;
  aud: string;
  /** In seconds since 1970, as `exp`. */
  iat: number;
  exp: number;
  /** The id of the tool call, equal for all attempts, and equal to `Idempotency-Key`: act on it once. */
  jti: string;
  run: string;
  /** The subject on whose behalf the agent acts. */
  sub: string;
  /** The id of the agent's version. */
  agent: string;
  /** `key@version`. */
  patch: string;
  htm: string;
  htu: string;
  body_sha256: string;
  /** The digest of what was decided on. Absent if the call was not held. */
  digest?: string;
  /** The approvals that counted when it was sent, oldest first. Empty if the call was not held. */
  approvals: { actor: string; via?: string; at: string; stage?: number }[];
  /** The rule of the approval policy that decided about the call. */
  rule?: string;
  /** The workspace whose agent calls, from the header of the JWS. */
  workspace?: string;
}

/**
 * Verifies that a request is, unchanged, what Heddle has sent to this host within the last five minutes.
 * @returns who has approved it, and on whose behalf it is
 * @throws {ApprovalError} if it is not, or that cannot be verified; branch on `code`
 * @throws {HeddleError} if an option is wrong
 */
export async function verifyApproval(
  request: ReceivedRequest,
  options: ApprovalOptions,
): Promise<ServiceApproval> {
  const checked = checkOptions(options);
  return (await verifyParts(partsOf(request, checked.maxBytes), checked)).approval;
}

/** Verifies all but the body before it reads that. */
export async function verifyParts(
  { approval, method, url, body }: RequestParts,
  options: CheckedOptions,
): Promise<{ approval: ServiceApproval; body: Uint8Array }> {
  const claims = await readApproval(approval, options);
  if (claims.htm !== method) throw new ApprovalError('wrong_method', 'another method was signed');
  const address = `${claims.aud}${options.prefix}${targetOf(url)}`;
  if (comparable(claims.htu) !== comparable(address))
    throw new ApprovalError('wrong_address', 'another address was signed');
  const bytes = await body();
  await checkBody(claims, bytes);
  return { approval: claims, body: bytes };
}

/** The parameters of `tools/call`, as an MCP server gets them. */
export interface ReceivedToolCall {
  name: string;
  arguments?: Record<string, unknown> | undefined;
  _meta?: Record<string, unknown> | undefined;
}

/**
 * Verifies the `Service-Approval` in `_meta` of a call of an MCP tool, as {@link verifyApproval} does for a request. The
 * address is not compared, because tools do not know it: the audience, the name and the arguments are.
 * @throws {ApprovalError} if Heddle has not sent this call to this server within the last five minutes
 */
export async function verifyToolApproval(
  { name, arguments: args = {}, _meta: meta }: ReceivedToolCall,
  options: ApprovalOptions,
): Promise<ServiceApproval> {
  const approval = meta?.['Service-Approval'];
  if (typeof approval !== 'string')
    throw new ApprovalError('missing_approval', 'there is no Service-Approval in _meta');
  const claims = await readApproval(approval, checkOptions(options));
  await checkBody(claims, new TextEncoder().encode(canonicalJson({ name, arguments: args })));
  return claims;
}

/** @throws {ApprovalError} unless it is signed, of now, and for this host */
async function readApproval(approval: string, options: CheckedOptions): Promise<ServiceApproval> {
  const { audiences, issuer, workspace, leewaySeconds, jwks } = options;
  const { claims, workspace: signedFor } = await readJws(approval, jwks);
  const now = Date.now() / 1000;
  if (!isApproval(claims)) throw new ApprovalError('malformed_approval', 'a claim is missing');
  if (claims.exp <= now - leewaySeconds) throw new ApprovalError('expired_approval', 'it is too old');
  if (claims.iat > now + leewaySeconds)
    throw new ApprovalError('early_approval', 'it was signed in the future: the clocks are apart');
  if (!audiences.includes(claims.aud))
    throw new ApprovalError('wrong_audience', 'it was signed for another host');
  if (issuer !== undefined && claims.iss !== issuer.replace(/\/$/, ''))
    throw new ApprovalError('wrong_issuer', 'it was signed by another deployment');
  if (workspace !== undefined && signedFor !== workspace)
    throw new ApprovalError('wrong_workspace', 'it was signed for another workspace');
  return { ...claims, ...(signedFor === undefined ? {} : { workspace: signedFor }) };
}

async function checkBody({ body_sha256 }: ServiceApproval, body: Uint8Array): Promise<void> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(body)));
  const signed = decodeBase64url(body_sha256);
  if (signed === undefined || encodeBase64url(signed) !== encodeBase64url(hash))
    throw new ApprovalError('wrong_body', 'another body was signed');
}

const texts = ['iss', 'aud', 'jti', 'run', 'sub', 'agent', 'patch', 'htm', 'htu', 'body_sha256'] as const;

function isApproval(claims: Record<string, unknown>): claims is Record<string, unknown> & ServiceApproval {
  return (
    texts.every((name) => typeof claims[name] === 'string') &&
    Number.isFinite(claims['iat']) &&
    Number.isFinite(claims['exp']) &&
    Array.isArray(claims['approvals'])
  );
}
