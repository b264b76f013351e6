import type { SentPayment } from '../api/schema.ts';
import type { CsvColumn } from '../ui/csv-of.ts';
import { accountText, bankText } from './payee-text.ts';

/** Columns of payments that only the file has. */
export const furtherColumns: CsvColumn<SentPayment>[] = [
  { name: 'Currency', csv: ({ currency }) => currency },
  { name: 'Account', csv: ({ payee }) => accountText(payee) },
  { name: 'Bank', csv: ({ payee }) => bankText(payee) },
  { name: 'In this state since', csv: ({ settlement }) => settlement.at },
  { name: 'Detail', csv: ({ settlement: { detail } }) => detail && JSON.stringify(detail) },
  { name: 'Call', csv: ({ patch_ref }) => patch_ref },
  { name: 'Run', csv: ({ run_id }) => run_id },
  { name: 'Payee id', csv: ({ payee }) => payee.id },
  { name: 'Id', csv: ({ tool_call_id }) => tool_call_id },
];
