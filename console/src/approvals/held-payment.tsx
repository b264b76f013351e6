import type { HeldFacts } from '#heddle-react/held-facts.ts';
import { FactRow } from './fact-row.tsx';

/** The payment of a held write, above its summary. Nothing for other writes. */
export function HeldPayment({ payment: { facts, warnings } }: Pick<HeldFacts, 'payment'>) {
  if (facts.length === 0) return null;
  return (
    <>
      <dl aria-label="Payment" className="mt-3 divide-y divide-line text-sm">
        {facts.map((fact) => (
          <FactRow key={fact.label} fact={fact} className="py-1.5" />
        ))}
      </dl>
      {warnings.map((line) => (
        <p key={line} className="mt-3 text-sm font-medium break-words text-warn">
          {line}
        </p>
      ))}
    </>
  );
}
