import type { HeldFacts } from '#heddle-react/held-facts.ts';
import { FactRow } from './fact-row.tsx';

/** Payees and amounts as the policy's limits read them from the arguments, independent of the summary. */
export function HeldAmounts({ amounts }: Pick<HeldFacts, 'amounts'>) {
  return (
    <dl aria-label="Counted by limits" className="mt-3 divide-y divide-line border-t text-sm">
      {amounts.map(({ facts, countedBy }, index) => (
        <div key={index} className="py-1.5">
          {facts.map((fact) => (
            <FactRow key={fact.label} fact={fact} className="py-0.5" />
          ))}
          <div className="text-note break-words text-muted">counted by {countedBy}</div>
        </div>
      ))}
    </dl>
  );
}
