import type { Agent } from '../../api/schema.ts';
import { Field, Input } from '../../ui/field.tsx';
import { declaredFacts } from './context-of-texts.ts';

/** The facts that the workspace's backend would give for the conversation. */
export function ContextFields({
  context,
  texts,
  onText,
}: {
  context: NonNullable<Agent['context']>;
  texts: Readonly<Record<string, string>>;
  onText: (name: string, text: string) => void;
}) {
  return (
    <fieldset className="space-y-3">
      <legend className="text-sm font-medium">Context</legend>
      <p className="text-sm text-muted">
        Your backend gives these facts. Here, you do. Leave out what the agent should not have.
      </p>
      {declaredFacts(context).map(({ name, types }) => (
        <Field key={name} label={`${name} (${types.join(' or ')})`} className="max-w-80">
          {(control) => (
            <Input
              {...control}
              value={texts[name] ?? ''}
              maxLength={1000}
              onChange={({ target }) => onText(name, target.value)}
            />
          )}
        </Field>
      ))}
    </fieldset>
  );
}
