import { Link } from '@tanstack/react-router';
import { asApiError } from '../api/api-error.ts';

/** The policies that an error names as what stands in the way. */
export function UsingPolicies({ error }: { error: unknown }) {
  const { details } = asApiError(error);
  const named =
    typeof details === 'object' && details !== null && 'policies' in details ? details.policies : [];
  const refs = Array.isArray(named) ? named.filter((ref) => typeof ref === 'string') : [];
  if (refs.length === 0) return null;
  return (
    <p className="mt-1.5 flex flex-wrap gap-x-3 text-note">
      {refs.map((ref) => (
        <Link
          key={ref}
          to="/approval-policies"
          search={{ key: ref.split('@')[0] ?? ref }}
          className="underline underline-offset-2"
        >
          {ref}
        </Link>
      ))}
    </p>
  );
}
