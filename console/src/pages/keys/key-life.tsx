import { Time } from '../../time/time.tsx';

/** Who made a key, and when it was last used: whether it can be deleted. */
export function KeyLife({
  created_at,
  created_by,
  last_used_at,
}: {
  created_at: string;
  created_by?: string;
  last_used_at?: string;
}) {
  return (
    <dl className="grid shrink-0 grid-cols-[auto_auto] gap-x-2 text-note text-muted">
      <dt>Last used</dt>
      <dd>{last_used_at === undefined ? 'not known' : <Time at={last_used_at} as="age" />}</dd>
      <dt>Created</dt>
      <dd className="wrap-anywhere">
        <Time at={created_at} as="age" />
        {created_by !== undefined && ` by ${created_by}`}
      </dd>
    </dl>
  );
}
