import type { PayeeStatus } from '../api/schema.ts';
import { Badge } from '../ui/badge.tsx';
import { payeeStatuses } from './payee-statuses.ts';

/** Whether a payee is trusted, blocked or neither. */
export function PayeeStatusBadge({ status }: { status: PayeeStatus }) {
  const { text, tone } = payeeStatuses[status];
  return (
    <Badge tone={tone} dot>
      {text}
    </Badge>
  );
}
