import { LoaderCircle, Square, Volume2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { useToasts } from '../../ui/toast.tsx';
import { speak } from './voice.ts';

/** Reads a message out. */
export function SpeakButton({ messageId, subject }: { messageId: string; subject: string }) {
  const [state, setState] = useState<'idle' | 'loading' | 'playing'>('idle');
  const audio = useRef<HTMLAudioElement>(undefined);
  const toasts = useToasts();
  useEffect(() => () => audio.current?.pause(), []);
  const stop = (): void => {
    audio.current?.pause();
    setState('idle');
  };
  const start = async (): Promise<void> => {
    setState('loading');
    try {
      const url = URL.createObjectURL(await speak(messageId, subject));
      const element = new Audio(url);
      audio.current = element;
      element.addEventListener('ended', () => {
        URL.revokeObjectURL(url);
        setState('idle');
      });
      await element.play();
      setState('playing');
    } catch (error) {
      setState('idle');
      toasts.failed('Not read out', error);
    }
  };
  return (
    <Button
      look="quiet"
      size="icon"
      className="size-7"
      aria-label={state === 'playing' ? 'Stop' : 'Read out'}
      disabled={state === 'loading'}
      onClick={() => (state === 'playing' ? stop() : void start())}
    >
      {state === 'loading' && <LoaderCircle className="animate-spin" aria-hidden />}
      {state === 'playing' && <Square aria-hidden />}
      {state === 'idle' && <Volume2 aria-hidden />}
    </Button>
  );
}
