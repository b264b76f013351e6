import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { asApiError } from '../../api/api-error.ts';
import { setSessionEnded } from '../../api/session-state.ts';
import { Logo } from '../../ui/logo.tsx';
import { tellOtherTabs } from '../../session/other-tabs.ts';
import { rememberedWorkspace, rememberWorkspace } from '../../session/company-sign-in.ts';
import { type Session, sessionQuery, signIn, signOut } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { SilenceNotice } from '../../ui/silence-notice.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { CompanyButton } from './company-button.tsx';
import { SignInForm } from '../../session/sign-in-form.tsx';

const route = getRouteApi('/sign-in');

/** Signs in with a workspace API key, or with the one-time link that the development stack prints. */
export function SignInPage() {
  const { code, back, workspace = rememberedWorkspace(), done = false } = route.useSearch();
  const queryClient = useQueryClient();
  const router = useRouter();
  /** What the form asks for; `link` while a link is tried that may say who signs in, `leave` before it replaces a session. */
  const [asks, setAsks] = useState<'link' | 'leave' | 'name' | 'key'>(code === undefined ? 'key' : 'link');
  const [error, setError] = useState<unknown>();
  const tried = useRef(false);
  const { data: session } = useQuery({ ...sessionQuery, enabled: false });

  const enter = (session: Session): void => {
    // What was loaded before may be of another workspace.
    queryClient.clear();
    setSessionEnded(false);
    tellOtherTabs(session);
    queryClient.setQueryData(sessionQuery.queryKey, session);
    // Only to a path of this app, wherever the link came from; replaced, so that Back does not return to the code.
    const inside = back !== undefined && /^\/(?!\/)/.test(back);
    router.history.replace(inside ? `/console${back}` : '/console/');
  };
  const tryLink = async (code: string): Promise<void> => {
    try {
      enter(await signIn({ code }));
    } catch (error) {
      const { status } = asApiError(error);
      // The link was made for nobody in particular, and can still be used.
      if (status === 422) return setAsks('name');
      setAsks('key');
      setError(status === 401 ? new Error('This link was used already, or has expired.') : error);
    }
  };
  const openLink = useEffectEvent(async (code: string) => {
    // A link that somebody sent must not take one to another workspace unnoticed.
    const current = await queryClient.fetchQuery(sessionQuery).catch(() => null);
    if (current === null) await tryLink(code);
    else setAsks('leave');
  });
  const followLink = async (): Promise<void> => {
    setAsks('link');
    await signOut().catch(() => {});
    queryClient.setQueryData(sessionQuery.queryKey, null);
    if (code !== undefined) await tryLink(code);
  };
  /** Takes over the session that somebody came back with from their identity provider. */
  const takeOver = useEffectEvent(async () => {
    try {
      const session = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
      if (session === null) return setError(new Error('The session has ended already. Sign in again.'));
      rememberWorkspace(session.workspace.id);
      enter(session);
    } catch (error) {
      setError(error);
    }
  });
  useEffect(() => {
    if (!done || tried.current) return;
    tried.current = true;
    void takeOver();
  }, [done]);
  useEffect(() => {
    if (code === undefined || tried.current) return;
    tried.current = true;
    void openLink(code);
  }, [code]);

  return (
    <main className="grid min-h-dvh grid-rows-[auto_1fr]">
      <SilenceNotice />
      <div className="w-full max-w-sm place-self-center px-4 py-12">
        <div className="mb-8 text-center">
          <Logo />
          <h1 className="mt-6 text-2xl font-semibold tracking-tight">Sign in to your workspace</h1>
          <p className="mt-2 text-sm text-balance text-muted">
            {asks === 'key' && workspace !== undefined
              ? 'Use your company account, or an API key of the workspace.'
              : asks === 'key'
                ? 'Use an API key of the workspace. The browser keeps a session, and never the key.'
                : 'This link signs in once. Your name stands beside what you decide.'}
          </p>
        </div>
        {asks === 'link' && <SkeletonLines lines={3} />}
        {asks === 'leave' && session !== undefined && session !== null && (
          <div className="space-y-3">
            <p className="text-sm">
              You are signed in to <b>{session.workspace.name}</b> as <b>{session.name}</b>. The link signs
              you in somewhere else, or as somebody else.
            </p>
            <Button look="primary" className="w-full" onClick={() => router.history.replace('/console/')}>
              Stay signed in
            </Button>
            <Button className="w-full" onClick={() => void followLink()}>
              Use the link
            </Button>
          </div>
        )}
        {asks === 'key' && workspace !== undefined && (
          <div className="mb-6 border-b pb-6">
            <CompanyButton workspaceId={workspace} back={back} />
          </div>
        )}
        {(asks === 'name' || asks === 'key') && (
          <SignInForm
            withKey={asks === 'key'}
            onSubmit={async ({ name, api_key }) => {
              setError(undefined);
              try {
                enter(
                  await signIn(asks === 'key' || code === undefined ? { name, api_key } : { name, code }),
                );
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
