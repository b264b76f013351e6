import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { asApiError } from '../../api/api-error.ts';
import { actAs } from '../../api/client.ts';
import { setSessionEnded } from '../../api/session-state.ts';
import { rememberWorkspace } from '../../session/company-sign-in.ts';
import { tellOtherTabs } from '../../session/other-tabs.ts';
import { type Session, sessionQuery, signIn, signOut } from '../../session/session.ts';
import type { SignInValues } from '../../session/sign-in-values.ts';

/**
 * The search parameters of the page: the code of a one-time link, the page to return to, and whether the person returns
 * from the provider.
 */
interface Arrival {
  code: string | undefined;
  back: string | undefined;
  done: boolean;
}

/** Signs in, by what leads to the page or by what is entered. */
export function useSignIn({ code, back, done }: Arrival) {
  const queryClient = useQueryClient();
  const router = useRouter();
  /**
   * The state of the form: `link` while a link is tried that may name the person, `leave` before it replaces a session.
   */
  const [asks, setAsks] = useState<'link' | 'leave' | 'name' | 'key'>(code === undefined ? 'key' : 'link');
  const [error, setError] = useState<unknown>();
  const tried = useRef(false);

  const enter = (session: Session): void => {
    // Cached data may belong to another workspace.
    queryClient.clear();
    actAs(session.person);
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
    actAs(undefined);
    queryClient.setQueryData(sessionQuery.queryKey, null);
    if (code !== undefined) await tryLink(code);
  };
  /** Takes over the session that somebody came back with from their identity provider. */
  const takeOver = useEffectEvent(async () => {
    try {
      const session = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
      if (session === null) return setError(new Error('The session has already ended. Sign in again.'));
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

  const submit = async ({ name, api_key }: SignInValues): Promise<void> => {
    setError(undefined);
    try {
      enter(await signIn(asks === 'key' || code === undefined ? { name, api_key } : { name, code }));
    } catch (error) {
      setError(error);
    }
  };
  return { asks, error, submit, followLink };
}
