import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Logo } from '../../app/logo.tsx';
import { sessionQuery, signIn } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Field, Input } from '../../ui/field.tsx';

const route = getRouteApi('/sign-in');

/** Signs in with a workspace API key, or with the one-time link that the development stack prints. */
export function SignInPage() {
  const { code, back } = route.useSearch();
  const queryClient = useQueryClient();
  const router = useRouter();
  const [error, setError] = useState<unknown>();
  const [usesCode, setUsesCode] = useState(code !== undefined);
  const { register, handleSubmit, formState } = useForm<{ name: string; api_key: string }>();
  const submit = handleSubmit(async ({ name, api_key }) => {
    setError(undefined);
    try {
      const session = await signIn(
        usesCode && code !== undefined
          ? { code, name: name.trim() }
          : { api_key: api_key.trim(), name: name.trim() },
      );
      queryClient.setQueryData(sessionQuery.queryKey, session);
      // Only to a path of this app, wherever the link came from; replaced, so that Back does not return to the code.
      router.history.replace(
        back?.startsWith('/') && !back.startsWith('//') ? `/console${back}` : '/console/',
      );
    } catch (error) {
      setError(error);
    }
  });
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-12">
      <div className="w-full max-w-sm">
        <div className="mb-8 text-center">
          <Logo />
          <h1 className="mt-6 text-2xl font-semibold tracking-tight">Sign in to your workspace</h1>
          <p className="mt-2 text-sm text-balance text-muted">
            {usesCode
              ? 'This link signs in once. Say who you are: your name stands beside your decisions.'
              : 'Use an API key of the workspace. It is kept in a cookie that no script can read.'}
          </p>
        </div>
        <form onSubmit={(event) => void submit(event)} className="space-y-4" noValidate>
          <Field label="Your name" error={formState.errors.name?.message}>
            {(control) => (
              <Input
                {...control}
                {...register('name', {
                  validate: (name) => name.trim() !== '' || 'Enter your name.',
                  maxLength: { value: 255, message: 'At most 255 characters.' },
                })}
                autoComplete="name"
                autoFocus
                placeholder="Ada Lovelace"
              />
            )}
          </Field>
          {!usesCode && (
            <Field label="API key" error={formState.errors.api_key?.message}>
              {(control) => (
                <Input
                  {...control}
                  {...register('api_key', { validate: (key) => key.trim() !== '' || 'Enter an API key.' })}
                  type="password"
                  autoComplete="current-password"
                  spellCheck={false}
                  placeholder="sk_…"
                  className="font-mono"
                />
              )}
            </Field>
          )}
          {error !== undefined && <ErrorNotice error={error} />}
          <Button type="submit" look="primary" className="w-full" busy={formState.isSubmitting}>
            Sign in
          </Button>
          {code !== undefined && (
            <Button look="quiet" className="w-full" onClick={() => setUsesCode(!usesCode)}>
              {usesCode ? 'Use an API key instead' : 'Use the one-time link instead'}
            </Button>
          )}
        </form>
      </div>
    </main>
  );
}
