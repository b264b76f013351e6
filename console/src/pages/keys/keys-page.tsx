import { Page, PageHeader } from '../../ui/page-header.tsx';
import { ApiKeys } from './api-keys.tsx';
import { SigningKeys } from './signing-keys.tsx';

/** The credentials of the workspace. */
export function KeysPage() {
  return (
    <Page>
      <PageHeader
        title="Keys"
        description="API keys act for the whole workspace: keep them on your servers. Signing keys verify the session tokens of your users."
      />
      <div className="space-y-6">
        <ApiKeys />
        <SigningKeys />
      </div>
    </Page>
  );
}
