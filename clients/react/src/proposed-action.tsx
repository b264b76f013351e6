import { useState } from 'react';
import { visibleLine } from '../../../contract/unseen-characters.ts';
import type { HeddleCall } from './calls.ts';
import { JsonText } from './json-text.tsx';
import { Note } from './note.tsx';
import { useBusy } from './use-busy.ts';
import { useKeptFocus } from './use-kept-focus.ts';

type Outcome = 'occurred' | 'failed';

/** What somebody reports about a proposed action. */
export interface Report {
  state: Outcome;
  note?: string | undefined;
}

export interface ProposedActionProps {
  /** An action that waits to be done, or was. */
  call: HeddleCall;
  /** Undefined where one cannot report. */
  onReport?: ((report: Report) => Promise<void>) | undefined;
}

/** An action that the agent proposes and cannot do itself: a person does it, and says whether it happened. */
export function ProposedAction({ call: { name, input, state, error }, onReport }: ProposedActionProps) {
  const [reporting, setReporting] = useState<Outcome>();
  const { busy, run } = useBusy();
  const open = state === 'waiting' && onReport !== undefined;
  const card = useKeptFocus<HTMLElement>(open);
  return (
    <section
      ref={card}
      tabIndex={-1}
      className="heddle-card"
      data-kind="action"
      data-state={state}
      aria-label="Proposed action"
    >
      <p className="heddle-card-state">
        {state === 'waiting' ? 'Proposed: to be done outside' : 'Proposed action'}
      </p>
      <p className="heddle-card-title">{visibleLine(name)}</p>
      <JsonText value={input} label="What is proposed" open />
      {error !== undefined && <p className="heddle-warning">{visibleLine(error)}</p>}
      {open && reporting === undefined && (
        <div className="heddle-buttons">
          <button
            type="button"
            className="heddle-button"
            data-look="primary"
            onClick={() => setReporting('occurred')}
          >
            It happened…
          </button>
          <button type="button" className="heddle-button" onClick={() => setReporting('failed')}>
            It failed…
          </button>
        </div>
      )}
      {open && reporting !== undefined && (
        <Note
          label="Note"
          hint="Recorded with the outcome, and told to the agent."
          submit={reporting === 'occurred' ? 'It happened' : 'It failed'}
          busy={busy}
          onSubmit={(note) => run(async () => await onReport({ state: reporting, note }))}
          onCancel={() => setReporting(undefined)}
        />
      )}
    </section>
  );
}
