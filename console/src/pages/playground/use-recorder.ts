import { useEffect, useRef, useState } from 'react';

/** `asking` while the browser asks for the microphone. */
export type RecorderState = 'idle' | 'asking' | 'recording';

/** A longer recording is not a message. */
export const longestRecordingMs = 5 * 60_000;

/**
 * Records the microphone. `stop` gives the recording to `onRecorded`, and `discard` gives it to nobody, as leaving the
 * page does. A recording that has become too long stops by itself.
 */
export function useRecorder({
  onRecorded,
  onFailed,
}: {
  onRecorded: (recording: Blob) => void;
  onFailed: (error: unknown) => void;
}) {
  const [state, setState] = useState<RecorderState>('idle');
  const taking = useRef<{ end: (keep: boolean) => void }>(undefined);
  useEffect(() => () => taking.current?.end(false), []);

  const start = async (): Promise<void> => {
    if (taking.current !== undefined) return;
    const abandoned = new AbortController();
    const own = { end: () => abandoned.abort() };
    taking.current = own;
    setState('asking');
    try {
      const stream = await microphone();
      // Nobody waits for it any more.
      if (abandoned.signal.aborted) return release(stream);
      taking.current = { end: record(stream, ended) };
      setState('recording');
    } catch (error) {
      if (taking.current === own) taking.current = undefined;
      if (abandoned.signal.aborted) return;
      setState('idle');
      onFailed(error);
    }
  };
  const ended = (recording: Blob | undefined): void => {
    taking.current = undefined;
    setState('idle');
    if (recording !== undefined) onRecorded(recording);
  };
  return {
    state,
    start,
    stop: () => taking.current?.end(true),
    discard: () => taking.current?.end(false),
  };
}

/** @throws {Error} that says what a person can do about it */
async function microphone(): Promise<MediaStream> {
  // Browsers hide microphones from pages that were not loaded over HTTPS or from this machine.
  if (!window.isSecureContext) throw new Error('The browser gives the microphone to pages over HTTPS only.');
  try {
    return await navigator.mediaDevices.getUserMedia({ audio: true });
  } catch (error) {
    throw new Error(reasons[(error as DOMException).name] ?? 'The microphone cannot be used.', {
      cause: error,
    });
  }
}

const reasons: Record<string, string> = {
  NotAllowedError: 'The browser does not allow this page to use the microphone. Change that in its settings.',
  NotFoundError: 'There is no microphone.',
  NotReadableError: 'Another application uses the microphone.',
};

/** Records until the returned function is called; `onEnded` gets the recording if it is kept. */
function record(
  stream: MediaStream,
  onEnded: (recording: Blob | undefined) => void,
): (keep: boolean) => void {
  const recorder = new MediaRecorder(stream);
  const parts: Blob[] = [];
  let kept = true;
  recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
  const limit = setTimeout(() => recorder.stop(), longestRecordingMs);
  recorder.addEventListener('stop', () => {
    clearTimeout(limit);
    release(stream);
    onEnded(kept ? new Blob(parts, { type: recorder.mimeType }) : undefined);
  });
  recorder.start();
  return (keep) => {
    kept = keep;
    if (recorder.state !== 'inactive') recorder.stop();
  };
}

/** The browser shows that the microphone is in use until then. */
function release(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
