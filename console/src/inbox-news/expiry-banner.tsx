import { Link } from '@tanstack/react-router';
import { titleOf } from '../approvals/title-of.ts';
import { Time } from '../time/time.tsx';
import { useNow } from '../time/use-now.ts';
import { useExpiring } from './expiring.ts';
import { expiresWithin, lastMinutesMs } from './notices.ts';

/** Reminds, on every page, of what waits for the person and is about to expire. */
export function ExpiryBanner() {
  const nowMs = useNow();
  const [first, ...others] = useExpiring().filter((item) => expiresWithin(item, lastMinutesMs, nowMs));
  return (
    <div role="status">
      {first !== undefined && (
        <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1 border-b border-warn/30 bg-warn-soft px-4 py-2 text-sm text-warn">
          <span className="min-w-0 break-words">
            <span className="font-medium">{titleOf(first)}</span> waits for you, and expires{' '}
            <Time at={first.expires_at} as="age" />
            {others.length > 0 && `, and ${others.length} more soon after`}
          </span>
          <Link
            to="/inbox"
            search={others.length > 0 ? { sort: 'expiry' } : { call: first.tool_call_id, run: first.run_id }}
            className="font-medium underline"
          >
            {others.length > 0 ? 'See them' : 'See it'}
          </Link>
        </p>
      )}
    </div>
  );
}
