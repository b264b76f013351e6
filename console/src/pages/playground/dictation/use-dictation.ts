import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useToasts } from '../../../ui/toast.tsx';
import { useRecorder } from '../use-recorder.ts';
import { transcribe } from '../voice.ts';

/** Records until it is stopped, then gives the text. Escape discards what was recorded. */
export function useDictation(subject: string, onText: (text: string) => void) {
  const toasts = useToasts();
  const [transcribing, setTranscribing] = useState(false);
  const leaving = useRef(new AbortController());
  useEffect(() => {
    const left = new AbortController();
    leaving.current = left;
    return () => left.abort();
  }, []);
  const { state, start, stop, discard } = useRecorder({
    onRecorded: (recording) => void hear(recording),
    onFailed: (error) => toasts.failed('Not recorded', error),
  });
  const hear = async (recording: Blob): Promise<void> => {
    const { signal } = leaving.current;
    setTranscribing(true);
    try {
      const text = await transcribe(recording, { subject, signal });
      if (text === '') toasts.done('Nothing was heard');
      else onText(text);
    } catch (error) {
      if (!signal.aborted) toasts.failed('Not transcribed', error);
    } finally {
      setTranscribing(false);
    }
  };
  const recording = state === 'recording';
  const onEscape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape') discard();
  });
  // From the moment that it says so, a recording can be discarded.
  useLayoutEffect(() => {
    if (!recording) return;
    window.addEventListener('keydown', onEscape);
    return () => window.removeEventListener('keydown', onEscape);
  }, [recording]);
  return { state, recording, transcribing, start, stop, discard };
}
