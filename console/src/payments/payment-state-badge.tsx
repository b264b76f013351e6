import type { PaymentState } from '../api/schema.ts';
import { Badge } from '../ui/badge.tsx';
import { paymentStates } from './payment-states.ts';

/** The state of a payment. */
export function PaymentStateBadge({ state }: { state: PaymentState }) {
  const { text, tone } = paymentStates[state];
  return (
    <Badge tone={tone} dot>
      {text}
    </Badge>
  );
}
