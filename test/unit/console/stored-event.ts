import type { ThreadEvent } from '#console/api/schema.ts';

let last = 0;

/** An event of a run as it arrives. Later ones have later times. */
export function storedEvent(
  type: ThreadEvent['type'],
  data: Record<string, unknown>,
  { run = 'run-1', seq = null }: { run?: string; seq?: number | null } = {},
): ThreadEvent {
  last += 1;
  return {
    id: `evt_${String(last).padStart(32, '0')}`,
    type,
    created_at: new Date(Date.UTC(2026, 0, 1) + last * 1000).toISOString(),
    seq,
    origin: 'playground',
    source: { kind: 'run', id: run },
    context: { workspace_id: 'workspace' },
    run_id: run,
    data,
  };
}

/** A piece of a reply. */
export function delta(message_id: string, index: number, text: string, run = 'run-1'): ThreadEvent {
  return storedEvent('message.delta', { message_id, index, text }, { run });
}
