import { SignJWT } from 'jose';

/** Where the service is, and the signing key of the workspace (HS256) with which session tokens are signed. */
export interface Heddle {
  url: string;
  keyId: string;
  secret: string;
}

/** A write that waits for a decision: the data of `write.confirmation_requested`. */
export interface Held {
  run_id: string;
  tool_call_id: string;
  patch_ref: string;
  summary: { title: string; fields?: { label: string; value: string }[] };
  args: Record<string, unknown>;
  connection?: { name: string };
  risk: string;
  reason?: string;
  repeats?: { status: string; at: string };
  rejected_before?: { by: string; at: string; detail?: Record<string, unknown> };
  expired_before?: { at: string };
  expires_at: string;
  digest?: string;
  approvals?: Approvals;
}

/** The approvals so far, and the number needed. */
export interface Approvals {
  required: number;
  given: { actor: string }[];
}

/** The value of a button. `digest` binds the decision to the shown message. */
export interface Choice {
  run_id: string;
  tool_call_id: string;
  subject: string;
  digest?: string;
}

/** The service refused a decision. `message` is the reason, for the person who made it. */
export class Refused extends Error {
  override name = 'Refused';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * Sends a person's decision with a session token that says who they are. It is for the run's subject, because a token sees one
 * subject only, and lives for a minute.
 * @param key the same for each repetition of a request: it is then carried out once
 * @throws {Refused} if the service does not accept it
 */
export async function decide(
  { url, keyId, secret }: Heddle,
  { run_id, tool_call_id, subject, digest }: Choice,
  { actor, decision, key }: { actor: string; decision: 'approve' | 'reject'; key: string },
): Promise<void> {
  const token = await new SignJWT({ actor })
    .setProtectedHeader({ alg: 'HS256', kid: keyId })
    .setSubject(subject)
    .setAudience('loom')
    .setIssuedAt()
    .setExpirationTime('60s')
    .sign(new TextEncoder().encode(secret));
  const response = await fetch(`${url}/v1/loom/runs/${run_id}/confirm`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': key,
    },
    body: JSON.stringify({ tool_call_id, decision, ...(digest === undefined ? {} : { digest }) }),
    signal: AbortSignal.timeout(15_000),
  });
  if (response.ok) return;
  const { error } = (await response.json()) as { error: { code: string; message: string } };
  throw new Refused(error.code, error.message);
}
