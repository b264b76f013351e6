import type { ListedTool } from '../../api/schema.ts';
import { Badge } from '../../ui/badge.tsx';
import { Checkbox } from '../../ui/field.tsx';
import { RiskBadge } from '../../ui/state-badge.tsx';

/** A tool of a server, to be ticked; or why it cannot be imported. */
export function ListedTool({
  tool: { name, key, description, proposed, error },
  prefix,
  checked,
  onToggle,
}: {
  tool: ListedTool;
  prefix: string;
  checked: boolean;
  onToggle: (name: string) => void;
}) {
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Checkbox
          className="min-w-0 flex-1"
          label={<code className="font-mono text-note break-all">{key ? prefix + key : name}</code>}
          checked={checked}
          disabled={error !== undefined}
          onChange={() => onToggle(name)}
        />
        {proposed && <RiskBadge risk={proposed.risk.base} />}
        {proposed?.gate === 'confirm' && <Badge tone="warn">Held for approval</Badge>}
      </div>
      {description !== undefined && (
        <p className="mt-0.5 line-clamp-2 pl-6 text-note wrap-anywhere text-muted">{description}</p>
      )}
      {error !== undefined && <p className="mt-0.5 pl-6 text-note text-bad">{error.message}</p>}
    </>
  );
}
