import type { Trace } from '../../api/schema.ts';
import { duration } from '../../time/format.ts';
import { Time } from '../../time/time.tsx';

type ModelTries = NonNullable<Trace['unanswered_turn']>['tries'];

/** Each time that the provider was asked and failed: when, how, and when it was to be asked again. */
export function Tries({ tries, label }: { tries: ModelTries; label: string }) {
  const failed = tries.filter(({ code }) => code !== undefined);
  if (failed.length === 0) return null;
  return (
    <ol aria-label={label} className="mt-2 space-y-1 text-[13px] text-muted">
      {failed.map(({ at, code, status, duration_ms, retry_in_ms, provider_words }) => (
        <li key={at}>
          <Time at={at} as="clock" /> The provider failed after {duration(duration_ms)}:{' '}
          <code className="font-mono text-xs">{code}</code>
          {status !== undefined && ` (HTTP ${status})`}
          {retry_in_ms === undefined
            ? ', for the last time.'
            : `, asked again after ${duration(retry_in_ms)}.`}
          {provider_words !== undefined && <q className="ml-1 break-words">{provider_words}</q>}
        </li>
      ))}
    </ol>
  );
}
