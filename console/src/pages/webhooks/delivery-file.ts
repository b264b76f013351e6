import type { WebhookAttempt } from '../../api/schema.ts';
import type { CsvColumn } from '../../ui/csv-of.ts';

/** Columns of the file of delivery attempts. */
export const deliveryFile: CsvColumn<WebhookAttempt>[] = [
  { name: 'Event type', csv: ({ event_type }) => event_type },
  { name: 'Event', csv: ({ event_id }) => event_id },
  { name: 'Test', csv: ({ test }) => (test === true ? 'Yes' : undefined) },
  { name: 'Attempt', csv: ({ attempt }) => attempt },
  { name: 'Delivered', csv: ({ status }) => (status === 'succeeded' ? 'Yes' : 'No') },
  { name: 'HTTP status', csv: ({ response_status }) => response_status },
  { name: 'Reason for no answer', csv: ({ error }) => error?.message },
  { name: 'Duration (ms)', csv: ({ duration_ms }) => duration_ms },
  { name: 'When', csv: ({ created_at }) => created_at },
  { name: 'Next attempt', csv: ({ next_attempt_at }) => next_attempt_at },
  { name: 'Run', csv: ({ run_id }) => run_id },
];
