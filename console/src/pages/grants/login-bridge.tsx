import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { faultsOf } from '../../api/api-error.ts';
import { api, dataOf } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/card.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { formText } from '../../ui/form-text.ts';
import { useToasts } from '../../ui/toast.tsx';

const queryKey = ['mcp-settings'];

/** Where subjects sign in when they authorize an MCP client. */
export function LoginBridge() {
  const queries = useQueryClient();
  const toasts = useToasts();
  const [error, setError] = useState<unknown>();
  const settings = useQuery({
    queryKey,
    queryFn: async ({ signal }) => dataOf(await api.GET('/v1/mcp/settings', { signal })),
  });
  const save = async (url: string): Promise<void> => {
    setError(undefined);
    try {
      await api.PUT('/v1/mcp/settings', { body: { login_url: url === '' ? null : url } });
      await queries.invalidateQueries({ queryKey });
      toasts.done('Saved');
    } catch (error) {
      setError(error);
    }
  };
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void save(formText(new FormData(event.currentTarget), 'login_url'));
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
            <Field
              label="URL"
              className="flex-1 basis-64"
              error={faultsOf(error).find(({ path }) => path === 'login_url')?.message}
            >
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
          </div>
        )}
        {error !== undefined && <ErrorNotice error={error} />}
      </form>
    </Section>
  );
}
