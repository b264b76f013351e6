import { CodeBlock } from '../../ui/json-view.tsx';

/** A secret that is shown once. */
export interface ShownOnce {
  id: string;
  /** Absent where the caller keeps its own private key. */
  secret?: string;
}

/** A new credential, the only time that its secret is shown. */
export function SecretOnce({ shown: { id, secret }, label }: { shown: ShownOnce; label: string }) {
  return (
    <div className="space-y-4" data-shown-once>
      <CodeBlock text={id} label="Id" />
      {secret !== undefined && (
        <>
          <CodeBlock text={secret} label={label} />
          <p className="text-sm text-muted">Copy it now: it is not shown again.</p>
        </>
      )}
    </div>
  );
}
