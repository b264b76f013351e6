import { LoaderCircle, Mic, Square } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { useToasts } from '../../ui/toast.tsx';
import { transcribe } from './voice.ts';

/** Takes dictation: records until pressed again, then gives the text. */
export function RecordButton({ subject, onText }: { subject: string; onText: (text: string) => void }) {
  const [state, setState] = useState<'idle' | 'recording' | 'transcribing'>('idle');
  const recorder = useRef<MediaRecorder>(undefined);
  const toasts = useToasts();
  useEffect(
    () => () => {
      for (const track of recorder.current?.stream.getTracks() ?? []) track.stop();
    },
    [],
  );
  const finish = async (parts: Blob[], type: string): Promise<void> => {
    setState('transcribing');
    try {
      const text = await transcribe(new Blob(parts, { type }), subject);
      if (text === '') toasts.done('Nothing was heard');
      else onText(text);
    } catch (error) {
      toasts.failed('Not transcribed', error);
    } finally {
      setState('idle');
    }
  };
  const start = async (): Promise<void> => {
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
      const taking = new MediaRecorder(stream);
      const parts: Blob[] = [];
      taking.addEventListener('dataavailable', ({ data }) => parts.push(data));
      taking.addEventListener('stop', () => {
        for (const track of stream.getTracks()) track.stop();
        void finish(parts, taking.mimeType);
      });
      recorder.current = taking;
      taking.start();
      setState('recording');
    } catch (error) {
      toasts.failed('Not recorded', error);
    }
  };
  return (
    <Button
      look={state === 'recording' ? 'danger' : 'quiet'}
      size="icon"
      aria-label={state === 'recording' ? 'Stop recording' : 'Speak'}
      aria-pressed={state === 'recording'}
      disabled={state === 'transcribing'}
      onClick={() => (state === 'recording' ? recorder.current?.stop() : void start())}
    >
      {state === 'transcribing' && <LoaderCircle className="animate-spin" aria-hidden />}
      {state === 'recording' && <Square aria-hidden />}
      {state === 'idle' && <Mic aria-hidden />}
    </Button>
  );
}
