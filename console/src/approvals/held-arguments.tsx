import { JsonView } from '../ui/json-view.tsx';

/**
 * The arguments of a held write, in full and in view: a summary shows a choice of them, shortens what is long, and is written by
 * whoever published the patch.
 */
export function HeldArguments({ patchRef, args }: { patchRef: string; args: Record<string, unknown> }) {
  return (
    <details open className="mt-3 text-sm">
      <summary className="w-fit rounded text-note text-muted hover:text-ink">All arguments</summary>
      <div className="mt-2">
        <JsonView value={args} label={`Arguments of ${patchRef}`} />
      </div>
    </details>
  );
}
