import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { faultIn } from '../../api/api-error.ts';
import { api } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/card.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Checkbox, Field, Input } from '../../ui/field.tsx';
import { formText } from '../../ui/form-text.ts';
import { useToasts } from '../../ui/toast.tsx';
import { mcpSettingsQuery } from './queries.ts';

/** Where subjects sign in when they authorize an MCP client, and whether a client may approve for them. */
export function LoginBridge() {
  const queries = useQueryClient();
  const toasts = useToasts();
  const settings = useQuery(mcpSettingsQuery);
  const save = useMutation({
    mutationFn: async (form: FormData) => {
      const url = formText(form, 'login_url');
      const approvals = form.has('on_page') ? 'page' : 'anywhere';
      // Only what was changed here: somebody else may have changed it meanwhile.
      const isChanged = approvals !== (settings.data?.approvals ?? 'anywhere');
      return await api.PUT('/v1/mcp/settings', {
        body: { login_url: url === '' ? null : url, ...(isChanged && { approvals }) },
      });
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: mcpSettingsQuery.queryKey });
      toasts.done('Saved');
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    save.mutate(new FormData(event.currentTarget));
  };
  return (
    <Section
      title="Login bridge"
      description="Your page that signs a user in and sends the browser back with a session token for this one sign-in (claim request_jti). Without one, no client can be authorized."
    >
      <form onSubmit={submit} className="space-y-3 p-5">
        {settings.isError && <ErrorNotice error={settings.error} />}
        {settings.isSuccess && (
          <div className="flex flex-wrap items-end gap-3">
            <Field label="URL" className="flex-1 basis-64" error={faultIn(save.error, 'login_url')?.message}>
              {(control) => (
                <Input
                  {...control}
                  key={settings.data.login_url}
                  name="login_url"
                  type="url"
                  defaultValue={settings.data.login_url ?? ''}
                  placeholder="https://example.com/mcp/login"
                />
              )}
            </Field>
            <Button needs="admin" type="submit">
              Save
            </Button>
            <Checkbox
              key={settings.data.approvals}
              name="on_page"
              defaultChecked={settings.data.approvals === 'page'}
              label="Held writes are approved only on a page where the user signs in, here or in your application, and never by a client"
              className="basis-full"
            />
          </div>
        )}
        {save.isError && <ErrorNotice error={save.error} />}
      </form>
    </Section>
  );
}
