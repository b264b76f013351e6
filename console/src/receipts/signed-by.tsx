import { useQuery } from '@tanstack/react-query';
import { AssertionCredential } from '#contract/passkey.ts';
import { DecisionStatement } from '#contract/decision-statement.ts';
import { PublicJwk } from '#contract/signing-key.ts';
import { decisionFault, decisionFaultTexts } from '#contract/verify-decision.ts';
import { originOf } from '#contract/verify-signature.ts';
import { Badge } from '../ui/badge.tsx';

type Statement = Record<string, unknown>;

/** The passkey that has signed a decision. The browser verifies the signature itself, with the key in the receipt. */
export function SignedBy({ decision, receipt }: { decision: Statement; receipt: Statement }) {
  const passkeys = Array.isArray(receipt['passkeys']) ? (receipt['passkeys'] as Statement[]) : [];
  const signature = passkeys.find(({ passkey_id }) => passkey_id === decision['passkey_id']);
  const { data } = useQuery({
    queryKey: ['signature', decision, signature],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => await verify(decision, receipt, signature),
  });
  const thumbprint = decision['thumbprint'];
  return (
    <span className="block text-note">
      Signed by the passkey{' '}
      <code className="font-mono text-xs break-all">
        {typeof thumbprint === 'string' ? thumbprint : 'that is not named'}
      </code>{' '}
      {data === undefined ? (
        <Badge>Verifying…</Badge>
      ) : data.fault === undefined ? (
        <>
          <Badge tone="good">Verified here</Badge>
          {data.origin !== undefined && <span className="text-muted"> on {data.origin}</span>}
        </>
      ) : (
        <>
          <Badge tone="bad">Not verified</Badge> <span className="text-bad">{data.fault}</span>
        </>
      )}
    </span>
  );
}

/** Verifies one signature of a receipt. `fault` says in words why it does not verify. */
async function verify(
  { decision, actor }: Statement,
  { workspace, digest }: Statement,
  signature: Statement | undefined,
): Promise<{ fault?: string; origin?: string }> {
  const assertion = AssertionCredential.safeParse(signature?.['assertion']).data;
  const statement = DecisionStatement.safeParse(signature?.['statement']).data;
  const public_key = PublicJwk.safeParse(signature?.['public_key']).data;
  if (assertion === undefined || statement === undefined || public_key === undefined)
    return { fault: 'the receipt has no signature of it' };
  const fault = await decisionFault({
    decision: String(decision),
    actor: typeof actor === 'string' ? actor : undefined,
    digest: String(digest),
    workspace_id: String(workspace),
    signature: { assertion, statement, public_key, thumbprint: String(signature?.['thumbprint']) },
  });
  if (fault !== undefined) return { fault: decisionFaultTexts[fault] };
  const origin = originOf(assertion);
  return origin === undefined ? {} : { origin };
}
