import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { setSessionEnded } from '../api/session-state.ts';
import { onOtherTab } from './other-tabs.ts';
import { readSession, type Session, sessionQuery, useSession } from './session.ts';

/**
 * Resumes the page once its person has signed in again, and starts over for another person: all tabs share the cookie,
 * so another
 * tab may have changed the session. The other tab reports that; at the latest, a refused request does, or the check
 * when the page
 * becomes visible.
 * @param ended whether a request was refused because the session has changed
 * @returns resumes with a new session
 */
export function useResuming(ended: boolean): (session: Session) => Promise<void> {
  const shown = useSession();
  const queryClient = useQueryClient();
  const resume = async (session: Session): Promise<void> => {
    if (session.person !== shown.person) return location.assign('/console/');
    queryClient.setQueryData(sessionQuery.queryKey, session);
    setSessionEnded(false);
    await queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
  };
  const onSession = useEffectEvent((session: Session | null) => {
    if (session === null) setSessionEnded(true);
    else void resume(session);
  });
  useEffect(() => onOtherTab(onSession), []);
  /** If this check fails, the next request repeats it. */
  const look = useEffectEvent(async () => {
    const session = await readSession().catch(() => undefined);
    if (session === null) setSessionEnded(true);
    else if (session !== undefined && (ended || session.person !== shown.person)) await resume(session);
  });
  useEffect(() => {
    if (ended) void look();
  }, [ended]);
  useEffect(() => {
    const onReturn = (): void => void look();
    window.addEventListener('focus', onReturn);
    return () => window.removeEventListener('focus', onReturn);
  }, []);
  return resume;
}
