import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { noteOf } from '#heddle-react/note-of.ts';
import { faultIn } from '../../api/api-error.ts';
import { Field, Textarea } from '../../ui/field.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { TextDiff } from '../../ui/text-diff.tsx';
import { jsonText } from '../argument-fields.ts';
import type { Revision } from '../decide.ts';
import { ArgumentEditor } from './argument-editor.tsx';
import { useRevision } from './use-revision.ts';

/** Corrects the arguments of a held write, and shows what differs before they are sent. */
export function ReviseForm({
  args: held,
  schema,
  onRevise,
  onClose,
}: {
  args: Record<string, unknown>;
  schema: unknown;
  onRevise: (revision: Revision) => Promise<void>;
  onClose: () => void;
}) {
  const revised = useRevision(schema, held);
  const [note, setNote] = useState('');
  const revise = useMutation({ mutationFn: onRevise, onSuccess: onClose });
  const { args, before, faults } = revised;
  const faultOf = (name: string): string | undefined =>
    faults.get(name) ?? faultIn(revise.error, name)?.message;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (args !== undefined) revise.mutate({ args, note: noteOf(note) });
  };
  return (
    <form onSubmit={submit} className="space-y-4">
      <ArgumentEditor revised={revised} faultOf={faultOf} />
      {args !== undefined && <Differences before={before} after={jsonText(args)} />}
      <Field label="Note" hint="Recorded with the call, and passed to the agent.">
        {(control) => (
          <Textarea
            {...control}
            value={note}
            maxLength={2000}
            className="min-h-16"
            onChange={({ target }) => setNote(target.value)}
          />
        )}
      </Field>
      <FormActions
        action="Correct"
        needs="approver"
        error={revise.error}
        busy={revise.isPending}
        disabled={args === undefined}
        staysOpen
        onCancel={onClose}
      />
    </form>
  );
}

function Differences({ before, after }: { before: string; after: string }) {
  if (after === before) return <p className="text-note text-muted">Nothing has changed yet.</p>;
  return <TextDiff label="Arguments" left={before} right={after} leftLabel="Held" rightLabel="Corrected" />;
}
