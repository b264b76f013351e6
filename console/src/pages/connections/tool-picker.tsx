import type { ListedTool as Listed } from '../../api/schema.ts';
import { Checkbox } from '../../ui/field.tsx';
import { ListedTool } from './listed-tool.tsx';

/** The most tools that one import takes. */
const mostTools = 128;

/** The tools of a server, to be ticked: each with its risk, which its annotations propose. */
export function ToolPicker({
  tools,
  prefix,
  chosen,
  onChoose,
}: {
  tools: Listed[];
  prefix: string;
  chosen: ReadonlySet<string>;
  onChoose: (chosen: ReadonlySet<string>) => void;
}) {
  const possible = tools.filter(({ error }) => error === undefined).map(({ name }) => name);
  const all = possible.length > 0 && possible.every((name) => chosen.has(name));
  const toggle = (name: string): void => {
    const next = new Set(chosen);
    if (!next.delete(name)) next.add(name);
    onChoose(next);
  };
  if (tools.length === 0) return <p className="text-sm text-muted">The server lists no tools.</p>;
  return (
    <fieldset>
      <legend className="mb-1.5 text-note font-medium">Tools</legend>
      <div className="overflow-hidden rounded-lg border">
        {possible.length <= mostTools && (
          <div className="border-b bg-sunken px-4 py-2">
            <Checkbox
              label={`All ${possible.length}`}
              checked={all}
              onChange={() => onChoose(all ? new Set() : new Set(possible))}
            />
          </div>
        )}
        <ul className="max-h-80 divide-y divide-line overflow-y-auto">
          {tools.map((tool) => (
            <li key={tool.name} className="px-4 py-2.5">
              <ListedTool tool={tool} prefix={prefix} checked={chosen.has(tool.name)} onToggle={toggle} />
            </li>
          ))}
        </ul>
      </div>
    </fieldset>
  );
}
