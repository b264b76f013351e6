import { useMutation } from '@tanstack/react-query';
import { Building2 } from 'lucide-react';
import { beginCompanySignIn } from '../../session/company-sign-in.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';

/** Leads to the identity provider of a workspace. */
export function CompanyButton({ workspaceId, back }: { workspaceId: string; back: string | undefined }) {
  const begin = useMutation({ mutationFn: async () => await beginCompanySignIn(workspaceId, back) });
  return (
    <div className="space-y-4">
      <Button
        look="primary"
        className="w-full"
        busy={begin.isPending || begin.isSuccess}
        onClick={() => begin.mutate()}
      >
        <Building2 aria-hidden />
        Continue with your company account
      </Button>
      {begin.isError && <ErrorNotice error={begin.error} />}
    </div>
  );
}
