import { hash } from 'node:crypto';
import type { Statements } from '#adapters/statements/statements.ts';
import { canonicalJson } from '#contract/canonical-json.ts';
import type { JsonObject } from '#contract/json.ts';
import { type ApprovalClaims, approvalLifeSeconds } from '#contract/service-approval.ts';
import type { RunDocument } from '#engine/documents/run.ts';
import type { ToolCallDocument } from '#engine/documents/tool-call.ts';
import { callClaims } from '#engine/rules/gates/call-claims.ts';

/** A request that carries a call, as its approval names it. */
export interface ApprovedRequest {
  method: string;
  url: string;
  /** The exact text that is sent. */
  body?: string | undefined;
}

/**
 * Signs the approval of one attempt at a call, for its host to verify. It is valid for five minutes from now.
 * @returns the compact JWS
 */
export type SignApproval = (run: RunDocument, call: ToolCallDocument, request: ApprovedRequest) => string;

/** @param baseUrl of the deployment: the issuer */
export function approvalSigner(statements: Statements, baseUrl: string): SignApproval {
  return (run, call, { method, url, body = '' }) => {
    const { origin, pathname, search } = new URL(url);
    const iat = Math.floor(Date.now() / 1000);
    const claims: ApprovalClaims = {
      iss: baseUrl,
      aud: origin,
      iat,
      exp: iat + approvalLifeSeconds,
      ...callClaims(run, call),
      htm: method,
      htu: `${origin}${pathname}${search}`,
      body_sha256: hash('sha256', body, 'base64url'),
    };
    // Anybody on the deployment can have an agent call any host: a host compares the workspace.
    return statements.sign('approval+jwt', claims, { workspace: run.workspace_id });
  };
}

/**
 * The text whose hash is `body_sha256` where the approval stands in `_meta` of a tool's call: the body cannot contain a hash of
 * itself.
 */
export function approvedToolCall(name: string, args: JsonObject): string {
  return canonicalJson({ name, arguments: args });
}
