import { LoaderCircle, Mic, Square, X } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { DictationState } from './dictation-state.tsx';
import { useDictation } from './use-dictation.ts';

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
  const { state, recording, transcribing, start, stop, discard } = useDictation(subject, onText);
  const asking = state === 'asking';
  const busy = transcribing || asking;
  return (
    <>
      <DictationState recording={recording} transcribing={transcribing} asking={asking} />
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
