import { useIsPast } from '../../time/use-is-past.ts';
import { Time } from '../../time/time.tsx';

/** Creator, last use and expiry of a key: shows whether it can be deleted or has to be replaced. */
export function KeyLife({
  created_at,
  created_by,
  last_used_at,
  expires_at,
}: {
  created_at: string;
  created_by?: string;
  last_used_at?: string;
  /** Absent for one that never expires. */
  expires_at?: string;
}) {
  const isOver = useIsPast(expires_at);
  return (
    <dl className="grid shrink-0 grid-cols-[auto_auto] gap-x-2 text-note text-muted">
      <dt>Last used</dt>
      <dd>{last_used_at === undefined ? 'not known' : <Time at={last_used_at} as="age" />}</dd>
      <dt>Created</dt>
      <dd className="wrap-anywhere">
        <Time at={created_at} as="age" />
        {created_by !== undefined && ` by ${created_by}`}
      </dd>
      {expires_at !== undefined && (
        <>
          <dt>{isOver ? 'Expired' : 'Expires'}</dt>
          <dd>
            <Time at={expires_at} as="age" />
          </dd>
        </>
      )}
    </dl>
  );
}
