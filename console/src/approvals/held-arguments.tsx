import type { HeldFacts } from '#heddle-react/held-facts.ts';
import { JsonView } from '../ui/json-view.tsx';
import { HeldOrigins } from './held-origins.tsx';

/**
 * All arguments of a held write. The summary shows only some of them, shortens long ones, and is written by the patch's
 * author. Below them, from where their values come.
 */
export function HeldArguments({
  patchRef,
  args,
  origins,
}: {
  patchRef: string;
  args: Record<string, unknown>;
} & Pick<HeldFacts, 'origins'>) {
  return (
    <details open className="mt-3 text-sm">
      <summary className="w-fit rounded text-note text-muted hover:text-ink">All arguments</summary>
      <div className="mt-2">
        <JsonView value={args} label={`Arguments of ${patchRef}`} />
        <HeldOrigins origins={origins} />
      </div>
    </details>
  );
}
