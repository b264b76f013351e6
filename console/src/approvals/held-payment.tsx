import type { HeldFacts } from '#heddle-react/held-facts.ts';
import { FactRow } from './fact-row.tsx';

/** The payment of a held write, above its summary. Nothing for other writes. */
export function HeldPayment({ payment }: Pick<HeldFacts, 'payment'>) {
  if (payment.length === 0) return null;
  return (
    <dl aria-label="Payment" className="mt-3 divide-y divide-line text-sm">
      {payment.map((fact) => (
        <FactRow key={fact.label} fact={fact} className="py-1.5" />
      ))}
    </dl>
  );
}
