import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { asApiError } from '../../api/api-error.ts';
import type { Schema } from '../../api/schema.ts';
import { Logo } from '../../app/logo.tsx';
import { sessionQuery, signIn } from '../../session/session.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { SignInForm } from './sign-in-form.tsx';

const route = getRouteApi('/sign-in');

/** Signs in with a workspace API key, or with the one-time link that the development stack prints. */
export function SignInPage() {
  const { code, back } = route.useSearch();
  const queryClient = useQueryClient();
  const router = useRouter();
  /** What the form asks for; `link` while a link is tried that may say who signs in. */
  const [asks, setAsks] = useState<'link' | 'name' | 'key'>(code === undefined ? 'key' : 'link');
  const [error, setError] = useState<unknown>();
  const tried = useRef(false);

  const enter = async (credentials: Schema<'NewConsoleSession'>): Promise<void> => {
    const session = await signIn(credentials);
    queryClient.setQueryData(sessionQuery.queryKey, session);
    // Only to a path of this app, wherever the link came from; replaced, so that Back does not return to the code.
    const inside = back !== undefined && /^\/(?!\/)/.test(back);
    router.history.replace(inside ? `/console${back}` : '/console/');
  };
  const tryLink = useEffectEvent(async (code: string) => {
    try {
      await enter({ code });
    } catch (error) {
      const { status } = asApiError(error);
      // The link was made for nobody in particular, and can still be used.
      if (status === 422) return setAsks('name');
      setAsks('key');
      setError(status === 401 ? new Error('This link was used already, or has expired.') : error);
    }
  });
  useEffect(() => {
    if (code === undefined || tried.current) return;
    tried.current = true;
    void tryLink(code);
  }, [code]);

  return (
    <main className="grid min-h-dvh place-items-center px-4 py-12">
      <div className="w-full max-w-sm">
        <div className="mb-8 text-center">
          <Logo />
          <h1 className="mt-6 text-2xl font-semibold tracking-tight">Sign in to your workspace</h1>
          <p className="mt-2 text-sm text-balance text-muted">
            {asks === 'key'
              ? 'Use an API key of the workspace. The browser keeps a session, and never the key.'
              : 'This link signs in once. Your name stands beside what you decide.'}
          </p>
        </div>
        {asks === 'link' ? (
          <SkeletonLines lines={3} />
        ) : (
          <SignInForm
            withKey={asks === 'key'}
            onSubmit={async ({ name, api_key }) => {
              setError(undefined);
              try {
                await enter(asks === 'key' || code === undefined ? { name, api_key } : { name, code });
              } catch (error) {
                setError(error);
              }
            }}
          >
            {error !== undefined && <ErrorNotice error={error} />}
          </SignInForm>
        )}
      </div>
    </main>
  );
}
