import { CodeBlock } from '../../../ui/json-view.tsx';
import { type Action, curlOf } from '../curl.ts';

/** The actions as commands, newest first. */
export function CurlList({ actions }: { actions: readonly Action[] }) {
  const baseUrl = location.origin;
  return (
    <div
      className="h-full space-y-5 overflow-y-auto px-5 py-4"
      tabIndex={0}
      role="region"
      aria-label="Commands, newest first"
    >
      {actions.length === 0 ? (
        <p className="py-4 text-center text-sm text-muted">
          Send a message or decide on something: the command that does the same will be here.
        </p>
      ) : (
        <p className="text-note text-muted">
          The same by hand. Set <code className="font-mono text-xs">HEDDLE_API_KEY</code> to a key of the
          workspace.
        </p>
      )}
      {actions.map((action, index) => (
        <section key={actions.length - index}>
          <h3 className="mb-1.5 text-note font-medium">{action.title}</h3>
          <CodeBlock text={curlOf(action, baseUrl)} label={`curl: ${action.title}`} />
        </section>
      ))}
    </div>
  );
}
