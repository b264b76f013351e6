import { useMutation } from '@tanstack/react-query';
import { Dialog } from 'radix-ui';
import { useSyncExternalStore } from 'react';
import { hasSessionEnded, onSessionChange } from '../api/session-state.ts';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { tellOtherTabs } from './other-tabs.ts';
import { signIn, useSession } from './session.ts';
import { SignInForm } from './sign-in-form.tsx';
import { useResuming } from './use-resuming.ts';

/**
 * Asks the person whose session has ended to sign in again. Covers the page, which keeps its input. Starts over for
 * another person.
 */
export function SessionEnd() {
  const ended = useSyncExternalStore(onSessionChange, hasSessionEnded);
  const { name, workspace, at_provider } = useSession();
  const resume = useResuming(ended);
  const again = useMutation({
    mutationFn: signIn,
    onSuccess: async (session) => {
      tellOtherTabs(session);
      await resume(session);
    },
  });
  if (!ended) return null;
  return (
    <Dialog.Root open>
      <Dialog.Portal>
        <Dialog.Content
          aria-describedby={undefined}
          onEscapeKeyDown={(event) => event.preventDefault()}
          className="fixed inset-0 z-60 grid place-items-center overflow-y-auto bg-canvas px-4 py-12 outline-none"
        >
          <div className="w-full max-w-sm">
            <Dialog.Title className="text-2xl font-semibold tracking-tight">Sign in again</Dialog.Title>
            <p className="mt-2 mb-6 text-sm text-muted">
              Your session has ended. Your input is kept while you sign in again.
            </p>
            {at_provider && (
              <p className="mb-6 text-sm">
                <a
                  className="font-medium text-accent underline"
                  href={`/console/sign-in?workspace=${workspace.id}`}
                  target="_blank"
                  rel="noopener"
                >
                  Sign in with your company account
                </a>{' '}
                in a new tab. This page continues when you are signed in again.
              </p>
            )}
            <SignInForm withKey name={name} onSubmit={async (values) => await again.mutateAsync(values)}>
              {again.isError && <ErrorNotice error={again.error} />}
            </SignInForm>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
