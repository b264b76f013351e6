import { LoaderCircle, Mic, Square, X } from 'lucide-react';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { useToasts } from '../../ui/toast.tsx';
import { useRecorder } from './use-recorder.ts';
import { transcribe } from './voice.ts';

/** Takes dictation: records until it is stopped, then gives the text. Escape discards what was recorded. */
export function Dictation({
  subject,
  disabled,
  onText,
}: {
  subject: string;
  disabled: boolean;
  onText: (text: string) => void;
}) {
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
  const busy = transcribing || state === 'asking';
  return (
    <>
      <span role="status" className="flex items-center text-xs text-muted">
        {recording && (
          <>
            <span aria-hidden className="mr-1.5 size-2 animate-pulse rounded-full bg-bad" />
            Recording
            <Elapsed />
          </>
        )}
        {transcribing && 'Transcribing…'}
        {state === 'asking' && 'Waiting for the microphone…'}
      </span>
      {recording && (
        <Button
          look="quiet"
          size="icon"
          aria-label="Discard the recording"
          title="Discard (Escape)"
          onClick={discard}
        >
          <X aria-hidden />
        </Button>
      )}
      <Button
        look={recording ? 'danger' : 'quiet'}
        size="icon"
        aria-label={recording ? 'Stop recording' : 'Dictate'}
        title={recording ? 'Stop recording' : 'Dictate'}
        disabled={busy || (disabled && !recording)}
        aria-busy={busy || undefined}
        onClick={() => (recording ? stop() : void start())}
      >
        {busy ? (
          <LoaderCircle className="animate-spin" aria-hidden />
        ) : recording ? (
          <Square aria-hidden />
        ) : (
          <Mic aria-hidden />
        )}
      </Button>
    </>
  );
}

/** How long it has been on the screen, as in 1:05. It is not read out: a live region would do so every second. */
function Elapsed() {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const startedMs = performance.now();
    // Not one more with each tick: a busy page, or one in the background, ticks less often.
    const timer = setInterval(() => setSeconds(Math.round((performance.now() - startedMs) / 1000)), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <span aria-hidden className="ml-1 tabular-nums">
      {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
    </span>
  );
}
