import { Elapsed } from './elapsed.tsx';

/** The state of the microphone. */
export function DictationState({
  recording,
  transcribing,
  asking,
}: {
  recording: boolean;
  transcribing: boolean;
  /** Whether the person has to allow the microphone. */
  asking: boolean;
}) {
  return (
    <span role="status" className="flex items-center text-xs text-muted">
      {recording && (
        <>
          <span aria-hidden className="mr-1.5 size-2 animate-pulse rounded-full bg-bad" />
          Recording
          <Elapsed />
        </>
      )}
      {transcribing && 'Transcribing…'}
      {asking && 'Waiting for the microphone…'}
    </span>
  );
}
