import { Time } from './time.tsx';
import { useNow } from './use-now.ts';

/** Until when something waits, or since when it should no longer. */
export function Expiry({ at }: { at: string }) {
  const past = Date.parse(at) <= useNow();
  return (
    <span>
      {past ? 'expired' : 'expires'} <Time at={at} as="age" />
    </span>
  );
}
