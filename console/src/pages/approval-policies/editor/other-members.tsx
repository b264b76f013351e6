import { JsonView } from '../../../ui/json-view.tsx';
import type { Members } from './model/draft.ts';

/** Members that the form does not know: kept, and edited as JSON. */
export function OtherMembers({ of, known, label }: { of: Members; known: readonly string[]; label: string }) {
  const others = Object.entries(of).filter(([name]) => !known.includes(name));
  if (others.length === 0) return null;
  return (
    <div>
      <p className="mb-1.5 text-note text-muted">Other members, which are kept and can be edited as JSON:</p>
      <JsonView value={Object.fromEntries(others)} label={`More members of ${label}`} />
    </div>
  );
}
