import { LoaderCircle, Square, Volume2 } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { useToasts } from '../../ui/toast.tsx';
import { useSpeech } from './use-speech.ts';

const words = { idle: 'Read out', loading: 'Cancel reading out', playing: 'Stop reading out' };

/** Reads a message out. */
export function SpeakButton({ messageId, subject }: { messageId: string; subject: string }) {
  const toasts = useToasts();
  const { state, start, stop } = useSpeech({
    messageId,
    subject,
    onFailed: (error) => toasts.failed('Not read out', error),
  });
  return (
    <Button
      look="quiet"
      size="icon"
      className="size-7"
      aria-label={words[state]}
      title={words[state]}
      aria-busy={state === 'loading' || undefined}
      onClick={() => (state === 'idle' ? void start() : stop())}
    >
      {state === 'loading' && <LoaderCircle className="animate-spin" aria-hidden />}
      {state === 'playing' && <Square aria-hidden />}
      {state === 'idle' && <Volume2 aria-hidden />}
    </Button>
  );
}
