import type { WhileHeld } from '#contract/while-held.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ThreadView } from '../../conversation/thread-view.ts';
import { withReturned } from './with-returned.ts';
import { hasArrived, lastSeq, type Sent } from './on-its-way.ts';
import type { useActions } from './use-actions.ts';

/** Sends messages and other actions on a thread, and shows refusals. */
export function useSending(
  view: ThreadView,
  act: ReturnType<typeof useActions>,
  {
    firstMessage,
    onFirstSent,
  }: {
    /** Sent once the thread is followed, so that nothing of its reply is missed. */
    firstMessage: string | undefined;
    onFirstSent: () => void;
  },
) {
  const { timeline } = view;
  const [sending, setSending] = useState<Sent>();
  const [text, setText] = useState('');
  const [error, setError] = useState<unknown>();
  const attempt = async (work: () => Promise<void>): Promise<boolean> => {
    setError(undefined);
    try {
      await work();
    } catch (error) {
      setError(error);
      void view.refresh();
      return false;
    }
    await view.refresh();
    return true;
  };
  const send = async (text: string, whileHeld?: WhileHeld): Promise<boolean> => {
    setSending({ text, after: lastSeq(timeline) });
    const sent = await attempt(async () => await act.send(text, whileHeld));
    setSending(undefined);
    return sent;
  };

  const followed = view.connection !== 'connecting' || view.error !== undefined;
  const sendFirst = useEffectEvent(async (text: string) => {
    onFirstSent();
    if (!(await send(text))) setText((now) => withReturned(text, now));
  });
  useEffect(() => {
    if (followed && firstMessage !== undefined) queueMicrotask(() => void sendFirst(firstMessage));
  }, [followed, firstMessage]);
  const last = sending ?? (firstMessage === undefined ? undefined : { text: firstMessage, after: 0 });
  return {
    attempt,
    send,
    sending,
    /** Whether something is to be sent first: also the first message, which waits for the thread to be followed. */
    busy: last !== undefined,
    error,
    text,
    setText,
    /** A message on its way that is not on the timeline yet. */
    onItsWay: last === undefined || hasArrived(last, timeline) ? undefined : last.text,
  };
}
