import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { setSessionEnded } from '../api/session-state.ts';
import { onOtherTab } from './other-tabs.ts';
import { readSession, type Session, sessionQuery, useSession } from './session.ts';

/**
 * Goes on with the page once whoever it shows is signed in again, and starts over for anybody else: all tabs share the cookie, so
 * another one may have signed somebody else in. It hears of that from the other tab or, at the latest, by the refusal of a request,
 * and looks who it is when somebody comes back to the page.
 * @param ended whether a request was refused because the session is no longer that of the page
 * @returns goes on with a new session
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
  const heard = useEffectEvent((session: Session | null) => {
    if (session === null) setSessionEnded(true);
    else void resume(session);
  });
  useEffect(() => onOtherTab(heard), []);
  /** What cannot be found out now is found out by the next request. */
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
