import { useQuery } from '@tanstack/react-query';
import { VerifiedBadge } from '../signatures/verified-badge.tsx';
import { verifySigned } from '../signatures/verify-signed.ts';

type Statement = Record<string, unknown>;

/** The passkey that has signed a decision. The browser verifies the signature itself, with the key in the receipt. */
export function SignedBy({ decision, receipt }: { decision: Statement; receipt: Statement }) {
  const passkeys = Array.isArray(receipt['passkeys']) ? (receipt['passkeys'] as Statement[]) : [];
  const signature = passkeys.find(({ passkey_id }) => passkey_id === decision['passkey_id']);
  const { data } = useQuery({
    queryKey: ['signature', decision, signature],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () =>
      await verifySigned({
        decision: decision['decision'],
        actor: decision['actor'],
        digest: receipt['digest'],
        workspaceId: receipt['workspace'],
        signature: signature ?? {},
      }),
  });
  const thumbprint = decision['thumbprint'];
  return (
    <span className="block text-note">
      Signed by the passkey{' '}
      <code className="font-mono text-xs break-all">
        {typeof thumbprint === 'string' ? thumbprint : 'that is not named'}
      </code>{' '}
      <VerifiedBadge verified={data} />
    </span>
  );
}
