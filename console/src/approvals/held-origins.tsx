import type { HeldFacts } from '#heddle-react/held-facts.ts';
import { FactRow } from './fact-row.tsx';

/** From where the values of a held write's arguments come. */
export function HeldOrigins({ origins }: Pick<HeldFacts, 'origins'>) {
  if (origins.length === 0) return null;
  return (
    <details open className="mt-3 text-sm">
      <summary className="text-note text-muted">Where the values come from</summary>
      <dl aria-label="Where the values come from" className="divide-y divide-line">
        {origins.map(({ path, value }) => (
          <FactRow key={path} fact={{ label: path, value }} className="py-1.5" />
        ))}
      </dl>
    </details>
  );
}
