import type { Trace } from '../../api/schema.ts';
import { duration } from '../../time/format.ts';
import { visibleLine } from '#contract/unseen-characters.ts';
import { Time } from '../../time/time.tsx';

type ModelTries = NonNullable<Trace['unanswered_turn']>['tries'];

/** Each time that a model was asked and failed: when, which, how, and what came next. */
export function Tries({ tries, label }: { tries: ModelTries; label: string }) {
  if (tries.every(({ code }) => code === undefined)) return null;
  return (
    <ol aria-label={label} className="mt-2 space-y-1 text-[13px] text-muted">
      {tries.map(
        ({ at, model = 'The model', code, status, duration_ms, retry_in_ms, provider_words }, index) =>
          code !== undefined && (
            <li key={`${at} ${model}`}>
              <Time at={at} as="clock" /> {visibleLine(model)} failed after {duration(duration_ms)}:{' '}
              <code className="font-mono text-xs">{code}</code>
              {status !== undefined && ` (HTTP ${status})`}
              {afterwards(retry_in_ms, tries[index + 1])}
              {provider_words !== undefined && <q className="ml-1 break-words">{provider_words}</q>}
            </li>
          ),
      )}
    </ol>
  );
}

/** What was done after a try had failed. */
function afterwards(retryInMs: number | undefined, next: ModelTries[number] | undefined): string {
  if (retryInMs !== undefined) return `, asked again after ${duration(retryInMs)}.`;
  if (next === undefined) return ', for the last time.';
  return next.model === undefined
    ? ', the next one was asked at once.'
    : `, ${next.model} was asked at once.`;
}
