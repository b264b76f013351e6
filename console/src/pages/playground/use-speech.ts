import { useEffect, useRef, useState } from 'react';
import { speak } from './voice.ts';

/** Stops what is being read out: one message at a time. */
let stopOther: (() => void) | undefined;

/** Reads a message out. The speech is kept while the message is on the screen: to hear it again is not a new request. */
export function useSpeech({
  messageId,
  subject,
  onFailed,
}: {
  messageId: string;
  subject: string;
  onFailed: (error: unknown) => void;
}) {
  const [state, setState] = useState<'idle' | 'loading' | 'playing'>('idle');
  const speech = useRef<Blob>(undefined);
  const ending = useRef<AbortController>(undefined);
  const stop = (): void => ending.current?.abort();
  useEffect(() => () => ending.current?.abort(), []);

  const start = async (): Promise<void> => {
    stopOther?.();
    const own = new AbortController();
    ending.current = own;
    const end = (): void => own.abort();
    stopOther = end;
    setState('loading');
    try {
      speech.current ??= await speak(messageId, { subject, signal: own.signal });
      await play(speech.current, own.signal, () => setState('playing'));
    } catch (error) {
      if (!own.signal.aborted) onFailed(error);
    } finally {
      if (stopOther === end) stopOther = undefined;
      if (ending.current === own) setState('idle');
    }
  };
  return { state, start, stop };
}

/**
 * Plays a recording; resolves at its end, or when it is stopped.
 * @throws {Error} with the reason why it cannot be played
 */
async function play(recording: Blob, signal: AbortSignal, onPlaying: () => void): Promise<void> {
  const url = URL.createObjectURL(recording);
  const audio = new Audio(url);
  try {
    const ended = new Promise<void>((resolve, reject) => {
      audio.addEventListener('ended', () => resolve());
      // Paused by a media key, or because the system needs the sound for something else.
      audio.addEventListener('pause', () => resolve());
      audio.addEventListener('error', () => reject(new Error('The browser cannot play this speech.')));
      signal.addEventListener('abort', () => resolve());
    });
    const started = audio.play().then(onPlaying, (error: unknown) => {
      if (signal.aborted) return;
      const blocked = (error as DOMException).name === 'NotAllowedError';
      throw new Error(
        blocked
          ? 'The browser has blocked the sound: press the button again.'
          : 'This speech cannot be played.',
        { cause: error },
      );
    });
    await Promise.all([ended, started]);
  } finally {
    audio.pause();
    URL.revokeObjectURL(url);
  }
}
