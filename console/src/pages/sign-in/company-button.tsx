import { Building2 } from 'lucide-react';
import { useState } from 'react';
import { beginCompanySignIn } from '../../session/company-sign-in.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';

/** Leads to the identity provider of a workspace. */
export function CompanyButton({ workspaceId, back }: { workspaceId: string; back: string | undefined }) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const begin = async (): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      await beginCompanySignIn(workspaceId, back);
    } catch (error) {
      setError(error);
      setBusy(false);
    }
  };
  return (
    <div className="space-y-4">
      <Button look="primary" className="w-full" busy={busy} onClick={() => void begin()}>
        <Building2 aria-hidden />
        Continue with your company account
      </Button>
      {error !== undefined && <ErrorNotice error={error} />}
    </div>
  );
}
