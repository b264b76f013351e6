import { Link } from '@tanstack/react-router';
import type { PaidPayee } from '../api/schema.ts';
import { Badge } from '../ui/badge.tsx';
import { paidText } from './payment-text.ts';

/** The paid one as a link to its page. Only its name if the payee is not known or was deleted. */
export function PaidLink({ payee }: { payee: PaidPayee }) {
  const name = <bdi>{paidText({ payee })}</bdi>;
  if (payee.id === undefined) return name;
  return (
    <>
      <Link
        to="/payees/$payeeId"
        params={{ payeeId: payee.id }}
        className="text-accent underline-offset-2 hover:underline"
      >
        {name}
      </Link>
      {payee.status === 'blocked' && (
        <Badge tone="bad" className="ml-2">
          Blocked
        </Badge>
      )}
    </>
  );
}
