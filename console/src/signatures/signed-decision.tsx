import { useMutation } from '@tanstack/react-query';
import type { RecordedDecision } from '../api/schema.ts';
import { useSession } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { PasskeyOfDecision } from './passkey-of-decision.tsx';
import { VerifiedBadge } from './verified-badge.tsx';

/** The passkey that has signed a decision of a trace, and a button that verifies the signature in the browser. */
export function SignedDecision({ decision }: { decision: RecordedDecision }) {
  const { workspace } = useSession();
  const { actor, passkey_id, thumbprint } = decision;
  const verify = useMutation({
    mutationFn: async () => {
      // Loaded when somebody verifies.
      const { verifySigned } = await import('./verify-signed.ts');
      const { decision: verdict, digest } = decision;
      return await verifySigned({
        decision: verdict,
        actor,
        digest,
        workspaceId: workspace.id,
        signature: { ...decision },
      });
    },
  });
  if (passkey_id === undefined || thumbprint === undefined) return null;
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="min-w-0">
        <PasskeyOfDecision actor={actor} passkeyId={passkey_id} thumbprint={thumbprint} />
      </span>
      <span role="status">
        {verify.isError && <span className="text-bad">Not verified: {verify.error.message}</span>}
        {(verify.isPending || verify.isSuccess) && <VerifiedBadge verified={verify.data} />}
      </span>
      {!verify.isPending && !verify.isSuccess && (
        <Button
          size="small"
          aria-label={`Verify the signature of ${actor ?? 'this decision'}`}
          onClick={() => verify.mutate()}
        >
          Verify
        </Button>
      )}
    </div>
  );
}
