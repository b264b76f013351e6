import { JsonView } from '../ui/json-view.tsx';

/**
 * All arguments of a held write. The summary shows only some of them, shortens long ones, and is written by the patch's
 * author.
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
