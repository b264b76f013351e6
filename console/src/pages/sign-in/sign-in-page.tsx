import { getRouteApi } from '@tanstack/react-router';
import { useSubmitKey } from '../../keys/use-submit-key.ts';
import { rememberedWorkspace } from '../../session/company-sign-in.ts';
import { SignInForm } from '../../session/sign-in-form.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Logo } from '../../ui/logo.tsx';
import { SilenceNotice } from '../../ui/silence-notice.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { CompanyButton } from './company-button.tsx';
import { LeaveFirst } from './leave-first.tsx';
import { useSignIn } from './use-sign-in.ts';

const route = getRouteApi('/sign-in');

/** Signs in with a workspace API key, or with the one-time link that the development stack prints. */
export function SignInPage() {
  const { code, back, workspace = rememberedWorkspace(), done = false } = route.useSearch();
  useSubmitKey();
  const { asks, error, submit, followLink } = useSignIn({ code, back, done });
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
                : 'This link signs in once. Your name is recorded with your decisions.'}
          </p>
        </div>
        {asks === 'link' && <SkeletonLines lines={3} />}
        {asks === 'leave' && <LeaveFirst onFollow={() => void followLink()} />}
        {asks === 'key' && workspace !== undefined && (
          <div className="mb-6 border-b pb-6">
            <CompanyButton workspaceId={workspace} back={back} />
          </div>
        )}
        {(asks === 'name' || asks === 'key') && (
          <SignInForm withKey={asks === 'key'} onSubmit={submit}>
            {error !== undefined && <ErrorNotice error={error} />}
          </SignInForm>
        )}
      </div>
    </main>
  );
}
