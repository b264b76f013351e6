import { Badge } from '../ui/badge.tsx';
import type { Verified } from './verify-signed.ts';

/** The result of a verification in this browser; undefined while it runs. */
export function VerifiedBadge({ verified }: { verified: Verified | undefined }) {
  if (verified === undefined) return <Badge>Verifying…</Badge>;
  if (verified.fault !== undefined) {
    return (
      <>
        <Badge tone="bad">Not verified</Badge> <span className="text-bad">{verified.fault}</span>
      </>
    );
  }
  return (
    <>
      <Badge tone="good">Verified here</Badge>
      {verified.origin !== undefined && <span className="text-muted"> on {verified.origin}</span>}
    </>
  );
}
