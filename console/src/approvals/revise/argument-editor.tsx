import { Field, Textarea } from '../../ui/field.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { ArgumentControl } from './argument-control.tsx';
import type { RevisedArguments } from './use-revision.ts';

/** The arguments of a call to be corrected, in a form or as JSON. */
export function ArgumentEditor({
  revised: { mode, change, fields, textOf, type, json, setJson, faults },
  faultOf,
}: {
  revised: RevisedArguments;
  /** The error of an argument, from the form or the API. */
  faultOf: (name: string) => string | undefined;
}) {
  const form = (
    <div className="space-y-4 pt-4">
      {fields.map((field) => (
        <ArgumentControl
          key={field.name}
          field={field}
          text={textOf(field.name) ?? field.text}
          error={faultOf(field.name)}
          onChange={(text) => type(field.name, text)}
        />
      ))}
    </div>
  );
  const asJson = (
    <Field
      label="Arguments"
      hint="[redacted], where it is shown, stands for the stored value."
      error={faults.get('')}
      className="pt-4"
    >
      {(control) => (
        <Textarea
          {...control}
          rows={12}
          spellCheck={false}
          className="font-mono text-xs"
          value={json}
          onChange={({ target }) => setJson(target.value)}
        />
      )}
    </Field>
  );
  return (
    <Tabs
      label="How to edit"
      value={mode}
      onChange={change}
      tabs={[
        { name: 'form', title: 'Form', content: form },
        { name: 'json', title: 'JSON', content: asJson },
      ]}
    />
  );
}
