import { fromNow, localClock, localTime, utcTime } from './format.ts';
import { useNow } from './use-now.ts';

/**
 * A time: local, and in UTC on hover. `as` says how: `date` to the minute (default), `clock` as a time of day, `age` as
 * how long ago or how far ahead, with the local time on hover too.
 */
export function Time({
  at,
  as = 'date',
  className,
}: {
  at: string;
  as?: 'date' | 'clock' | 'age';
  className?: string;
}) {
  const nowMs = useNow();
  const text = as === 'age' ? fromNow(at, nowMs) : as === 'clock' ? localClock(at) : localTime(at);
  return (
    <time
      dateTime={at}
      title={as === 'date' ? utcTime(at) : `${localTime(at)}, ${utcTime(at)}`}
      className={className}
    >
      {text}
    </time>
  );
}
