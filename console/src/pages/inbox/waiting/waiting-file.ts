import type { Approval } from '../../../api/schema.ts';
import { titleOf } from '../../../approvals/title-of.ts';
import type { CsvColumn } from '../../../ui/csv-of.ts';
import { kindTexts } from './kind-texts.ts';
import { amountOf, factsOf } from './row-facts.ts';

/** Columns of the file of waiting items. */
export const waitingFile: CsvColumn<Approval>[] = [
  { name: 'What', csv: titleOf },
  { name: 'Kind', csv: ({ kind }) => kindTexts[kind] },
  { name: 'Payee and amount', csv: (item) => factsOf(item).join(', ') },
  { name: 'Amount', csv: amountOf },
  { name: 'Risk', csv: ({ risk }) => risk },
  { name: 'Agent', csv: ({ agent }) => agent.name },
  { name: 'For', csv: ({ subject_ref }) => subject_ref },
  { name: 'Waits since', csv: ({ created_at }) => created_at },
  { name: 'Expires', csv: ({ expires_at }) => expires_at },
  { name: 'Run', csv: ({ run_id }) => run_id },
];
