import { hasUnseen } from '#contract/words/unseen-characters.ts';
import { Section } from '../../../ui/card.tsx';
import { Field, Textarea } from '../../../ui/field.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';

/** The policy as JSON: the same as the form, with whatever the form does not know. */
export function JsonPanel({
  form,
  text,
  fault,
  onChange,
}: {
  /** The id of the form of the same draft. */
  form: string;
  text: string;
  /** Why the form cannot show it. */
  fault: string | undefined;
  onChange: (text: string) => void;
}) {
  return (
    <Section
      title="JSON"
      description="The same policy: what you change here changes the form."
      actions={<CopyButton text={text} label="Copy the policy" />}
    >
      <div className="p-4">
        <Field label="Policy as JSON" labelHidden error={fault}>
          {(control) => (
            <Textarea
              {...control}
              form={form}
              className="min-h-96 font-mono text-xs leading-5 lg:min-h-[calc(100dvh-16rem)]"
              spellCheck={false}
              value={text}
              onChange={({ target }) => onChange(target.value)}
            />
          )}
        </Field>
        {hasUnseen(text) && (
          <p role="status" className="mt-2 text-note text-warn">
            It contains invisible characters. The comparison before publishing shows them.
          </p>
        )}
      </div>
    </Section>
  );
}
