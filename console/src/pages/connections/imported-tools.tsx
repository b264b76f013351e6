import type { ImportedTools } from '../../api/schema.ts';
import { Badge } from '../../ui/badge.tsx';
import { RiskBadge } from '../../ui/state-badge.tsx';

type Imported = ImportedTools['tools'][number];

/** The result of an import of tools. */
export function ImportedTools({ tools }: { tools: Imported[] }) {
  return (
    <ul className="divide-y divide-line rounded-lg border" aria-label="Imported tools" aria-live="polite">
      {tools.map((tool) => (
        <li key={tool.name} className="px-4 py-2.5 text-sm">
          <Row tool={tool} />
        </li>
      ))}
    </ul>
  );
}

function Row({ tool: { name, ref, changed, change_id, proposed, error } }: { tool: Imported }) {
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <code className="font-mono text-note break-all">{ref ?? name}</code>
        {ref !== undefined && (
          <Badge tone={changed ? 'good' : 'neutral'}>{changed ? 'New version' : 'Unchanged'}</Badge>
        )}
        {change_id !== undefined && <Badge tone="warn">Waits for a second person</Badge>}
        {proposed !== undefined && <RiskBadge risk={proposed.risk.base} />}
        {proposed?.gate === 'confirm' && <Badge tone="warn">Gate proposed</Badge>}
      </div>
      {error !== undefined && (
        <p className="mt-1 text-note text-bad">
          Not imported: {error.message} <code className="font-mono text-xs">{error.code}</code>
        </p>
      )}
    </>
  );
}
