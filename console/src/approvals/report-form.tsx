import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { noteOf } from '#heddle-react/note-of.ts';
import type { Report } from '#heddle-react/proposed-action.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Field, Textarea } from '../ui/field.tsx';

/** Asks whether a proposed action has happened. */
export function ReportForm({ onReport }: { onReport: (report: Report) => Promise<void> }) {
  const [note, setNote] = useState('');
  const report = useMutation({ mutationFn: onReport });
  const buttonOf = (state: Report['state']) => ({
    needs: ['maker', 'approver'] as const,
    busy: report.isPending && report.variables.state === state,
    disabled: report.isPending,
    onClick: () => report.mutate({ state, note: noteOf(note) }),
  });
  return (
    <>
      <Field label="Note" hint="Recorded with the outcome, and passed to the agent.">
        {(control) => (
          <Textarea
            {...control}
            value={note}
            onChange={({ target }) => setNote(target.value)}
            maxLength={2000}
            className="min-h-16"
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button look="primary" {...buttonOf('occurred')}>
          It happened
        </Button>
        <Button look="danger" {...buttonOf('failed')}>
          It failed
        </Button>
      </div>
      {report.isError && <ErrorNotice error={report.error} />}
    </>
  );
}
