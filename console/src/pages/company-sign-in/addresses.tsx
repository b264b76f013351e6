import { useSession } from '../../session/session.ts';
import { Section } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import type { Settings } from './settings-query.ts';

/** The addresses that the provider and the people of the workspace need. */
export function Addresses({ settings }: { settings: Settings | null }) {
  const { workspace } = useSession();
  const redirectUri = settings?.redirect_uri ?? `${location.origin}/console/session/callback/${workspace.id}`;
  const signInUrl = settings?.sign_in_url ?? `${location.origin}/console/sign-in?workspace=${workspace.id}`;
  return (
    <Section
      title="Addresses"
      description="Register the first at your provider. Give the second to your people."
    >
      <dl className="space-y-3 p-5 text-sm">
        <Address title="Redirect address" value={redirectUri} />
        <Address title="Sign-in page" value={signInUrl} />
      </dl>
    </Section>
  );
}

function Address({ title, value }: { title: string; value: string }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <dt className="w-32 shrink-0 text-muted">{title}</dt>
      <dd className="flex min-w-0 items-center gap-2">
        <code className="font-mono text-xs break-all">{value}</code>
        <CopyButton text={value} />
      </dd>
    </div>
  );
}
