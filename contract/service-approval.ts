import type { Via } from './credential.ts';

/** The header of a call to a connection that proves who approved it, as it is sent. */
export const approvalHeader = 'service-approval';
/** The same in `_meta` of a call of an MCP tool. */
export const approvalMeta = 'Service-Approval';
/** The `typ` of its JWS. */
export const approvalType = 'approval+jwt';
/** How long it is valid, in seconds. */
export const approvalLifeSeconds = 300;

/** An approval that counted when the call was sent. */
export interface ApprovalClaim {
  actor: string;
  via?: Via;
  /** RFC 3339. */
  at: string;
  /** From 1. Absent if the gate has one stage. */
  stage?: number;
}

/** The facts about a call that its approval states. */
export interface CallClaims {
  /** The id of the tool call, equal for all attempts. */
  jti: string;
  run: string;
  /** The subject of the run. */
  sub: string;
  /** The id of the agent's version. */
  agent: string;
  /** `key@version`. */
  patch: string;
  /** The digest of what was decided on. Absent without a gate. */
  digest?: string;
  /** Oldest first; empty without a gate. */
  approvals: ApprovalClaim[];
  /** The rule of the approval policy that decided about the call. */
  rule?: string;
}

/** The facts about the request that carries it. */
export interface RequestClaims {
  htm: string;
  /** The whole address, with its query. */
  htu: string;
  /** SHA-256 of the body as sent, in base64url. */
  body_sha256: string;
}

/** The payload of `Service-Approval`. */
export interface ApprovalClaims extends CallClaims, RequestClaims {
  /** `BASE_URL` of the deployment. */
  iss: string;
  /** The origin of the connection's `base_url`. */
  aud: string;
  /** In seconds since 1970, as `exp`. */
  iat: number;
  exp: number;
}
