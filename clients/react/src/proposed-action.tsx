import { useState } from 'react';
import { visibleLine } from '../../../contract/words/unseen-characters.ts';
import { Button } from './button.tsx';
import type { HeddleCall } from './calls.ts';
import { Card } from './card.tsx';
import { JsonText } from './json-text.tsx';
import { Note } from './note.tsx';
import { useBusy } from './use-busy.ts';

/** A report about a proposed action. */
export interface Report {
  state: 'occurred' | 'failed';
  note?: string | undefined;
}

export interface ProposedActionProps {
  /** An action that waits to be done, or was. */
  call: HeddleCall;
  /** Undefined where one cannot report. */
  onReport?: ((report: Report) => Promise<void>) | undefined;
}

/** An action that the agent proposes and cannot do itself: a person does it, and says whether it happened. */
export function ProposedAction({ call, onReport }: ProposedActionProps) {
  const { name, input, state, error } = call;
  const [reporting, setReporting] = useState<Report['state']>();
  const { busy, run } = useBusy();
  const open = state === 'waiting' && onReport !== undefined;
  return (
    <Card
      call={call}
      says={state === 'waiting' ? 'Proposed: to be done outside' : 'Proposed action'}
      title={visibleLine(name)}
      label="Proposed action"
      open={open}
    >
      <JsonText value={input} label="Proposed arguments" open />
      {error !== undefined && <p className="heddle-warning">{visibleLine(error)}</p>}
      {open && reporting === undefined && (
        <div className="heddle-buttons">
          <Button look="primary" onClick={() => setReporting('occurred')}>
            It happened…
          </Button>
          <Button onClick={() => setReporting('failed')}>It failed…</Button>
        </div>
      )}
      {open && reporting !== undefined && (
        <Note
          label="Note"
          hint="Recorded with the outcome, and passed to the agent."
          submit={reporting === 'occurred' ? 'It happened' : 'It failed'}
          busy={busy}
          onSubmit={(note) => run(async () => await onReport({ state: reporting, note }))}
          onCancel={() => setReporting(undefined)}
        />
      )}
    </Card>
  );
}
