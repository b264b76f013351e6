import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { roles, roleTexts } from '#contract/role-rules.ts';
import { faultsOf } from '../../api/api-error.ts';
import { api, dataOf } from '../../api/client.ts';
import type { Schema } from '../../api/schema.ts';
import { sessionQuery, useSession } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Checkbox, Field, Input, Textarea } from '../../ui/field.tsx';
import { formText } from '../../ui/form-text.ts';
import { Page, PageHeader } from '../../ui/page-header.tsx';
import { useRefusal } from '../../ui/rights.ts';
import { useToasts } from '../../ui/toast.tsx';
import { fromLines, toLines } from './role-lines.ts';

type Settings = Schema<'ConsoleSignIn'>;
const queryKey = ['console-sign-in'];

/** How people of the workspace sign in to the console. */
export function CompanySignInPage() {
  const refusal = useRefusal(['auditor', 'admin']);
  const { has_provider } = useSession();
  const settings = useQuery({
    queryKey,
    enabled: refusal === undefined && has_provider,
    queryFn: async ({ signal }): Promise<Settings> =>
      dataOf(await api.GET('/v1/console/sign-in', { signal })),
  });
  return (
    <Page>
      <PageHeader
        title="Sign-in"
        description="People of this workspace sign in to the console at your OpenID provider, and may do what their role allows."
      />
      {refusal !== undefined && <p className="text-sm text-muted">{refusal}</p>}
      {settings.isError && <ErrorNotice error={settings.error} onRetry={() => void settings.refetch()} />}
      {has_provider
        ? settings.isSuccess && <SignInSettings key={settings.data.updated_at} settings={settings.data} />
        : refusal === undefined && <SignInSettings settings={null} />}
    </Page>
  );
}

function SignInSettings({ settings }: { settings: Settings | null }) {
  const { workspace } = useSession();
  const queries = useQueryClient();
  const toasts = useToasts();
  const [error, setError] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const [removing, setRemoving] = useState(false);
  /** What the session may do depends on the settings, which it may no longer be allowed to read. */
  const changed = async (settings?: Settings): Promise<void> => {
    queries.setQueryData(queryKey, settings);
    await queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
  };
  const save = async (form: FormData): Promise<void> => {
    setBusy(true);
    setError(undefined);
    const [secret, rolesClaim] = [formText(form, 'client_secret'), formText(form, 'roles_claim')];
    try {
      const answer = await api.PUT('/v1/console/sign-in', {
        body: {
          issuer: formText(form, 'issuer'),
          client_id: formText(form, 'client_id'),
          ...(secret !== '' && { client_secret: secret }),
          ref_claim: formText(form, 'ref_claim'),
          ...(rolesClaim !== '' && { roles_claim: rolesClaim }),
          roles: fromLines(formText(form, 'roles')),
          keys_may_sign_in: form.get('keys_may_sign_in') === 'on',
        },
      });
      toasts.done('Saved', 'Sessions that began at the provider have ended.');
      await changed(dataOf(answer));
    } catch (error) {
      setError(error);
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void save(new FormData(event.currentTarget));
  };
  const faultOf = (field: string): string | undefined =>
    faultsOf(error).find(({ path }) => path === field || path.startsWith(`${field}.`))?.message;
  const redirectUri = settings?.redirect_uri ?? `${location.origin}/console/session/callback/${workspace.id}`;
  const signInUrl = settings?.sign_in_url ?? `${location.origin}/console/sign-in?workspace=${workspace.id}`;
  return (
    <div className="space-y-6">
      <Section
        title="Addresses"
        description="Register the first at your provider. Give the second to your people."
      >
        <dl className="space-y-3 p-5 text-sm">
          <Address title="Redirect address" value={redirectUri} />
          <Address title="Sign-in page" value={signInUrl} />
        </dl>
      </Section>
      <Section title="Provider">
        <form onSubmit={submit} className="space-y-4 p-5">
          <Field label="Issuer" error={faultOf('issuer')}>
            {(control) => (
              <Input
                {...control}
                name="issuer"
                type="url"
                required
                defaultValue={settings?.issuer}
                placeholder="https://login.example.com"
              />
            )}
          </Field>
          <Field label="Client id" error={faultOf('client_id')}>
            {(control) => (
              <Input
                {...control}
                name="client_id"
                required
                defaultValue={settings?.client_id}
                autoComplete="off"
              />
            )}
          </Field>
          <Field
            label="Client secret"
            hint={settings === null ? undefined : 'Leave it empty to keep the one that is stored.'}
            error={faultOf('client_secret')}
          >
            {(control) => (
              <Input
                {...control}
                name="client_secret"
                type="password"
                autoComplete="off"
                spellCheck={false}
              />
            )}
          </Field>
          <Field
            label="Claim that names people"
            hint="email counts only if the provider has verified it. Choose none that people can change themselves."
            error={faultOf('ref_claim')}
          >
            {(control) => (
              <Input {...control} name="ref_claim" required defaultValue={settings?.ref_claim ?? 'email'} />
            )}
          </Field>
          <Field
            label="Claim that decides on roles"
            hint="Without one, the names of people themselves have roles."
            error={faultOf('roles_claim')}
          >
            {(control) => (
              <Input
                {...control}
                name="roles_claim"
                defaultValue={settings?.roles_claim}
                placeholder="groups"
              />
            )}
          </Field>
          <Field
            label="Roles"
            hint={`One line for each value: value = role. ${roles.map((role) => `${role} ${roleTexts[role]}`).join('; ')}.`}
            error={faultOf('roles')}
          >
            {(control) => (
              <Textarea
                {...control}
                name="roles"
                required
                spellCheck={false}
                className="font-mono text-xs"
                defaultValue={toLines(settings?.roles ?? {})}
                placeholder={'payments-approvers = approver\nplatform-team = admin'}
              />
            )}
          </Field>
          <Checkbox
            name="keys_may_sign_in"
            defaultChecked={settings?.keys_may_sign_in}
            label="Whoever signs in by an API key or a link may do everything, and not only look"
          />
          {error !== undefined && <ErrorNotice error={error} />}
          <div className="flex flex-wrap gap-2">
            <Button needs="admin" type="submit" look="primary" busy={busy}>
              Save
            </Button>
            {settings !== null && (
              <Button needs="admin" look="danger" onClick={() => setRemoving(true)}>
                Remove
              </Button>
            )}
          </div>
        </form>
      </Section>
      <ConfirmDialog
        open={removing}
        onOpenChange={setRemoving}
        title="Remove the sign-in?"
        description="Sessions that began at the provider end. Whoever signs in by an API key or a link may do everything again."
        action="Remove"
        onConfirm={async () => {
          await api.DELETE('/v1/console/sign-in');
          await changed();
        }}
      />
    </div>
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
