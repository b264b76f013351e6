import type { Run, ToolCall } from '../api/schema.ts';
import { Badge, type Tone } from './badge.tsx';
import { runStateText } from './run-state-text.ts';

const runTones: Record<Run['state'], Tone> = {
  running: 'accent',
  awaiting_input: 'warn',
  awaiting_outcome: 'warn',
  closed: 'good',
  failed: 'bad',
};

/** Tones of runs that closed early. */
const endTones: Partial<Record<NonNullable<Run['reason']>, Tone>> = {
  cancelled: 'neutral',
  expired: 'warn',
  cut: 'warn',
  filtered: 'warn',
  refused: 'warn',
};

/** The state of a run and, of one that closed before it was done, how. */
export function RunStateBadge({
  state,
  reason,
}: {
  state: Run['state'];
  reason?: Run['reason'] | undefined;
}) {
  const tone = (reason && endTones[reason]) ?? runTones[state];
  return (
    <Badge tone={tone} dot pulse={state === 'running'}>
      {runStateText(state, reason)}
    </Badge>
  );
}

const callStatuses = {
  pending: { text: 'Pending', tone: 'warn' },
  ok: { text: 'OK', tone: 'good' },
  failed: { text: 'Failed', tone: 'bad' },
  declined: { text: 'Declined', tone: 'neutral' },
  denied: { text: 'Denied', tone: 'bad' },
} as const satisfies Record<string, { text: string; tone: Tone }>;

/** The status of a tool call, as in a trace or in an event. */
export function CallStatusBadge({ status }: { status: ToolCall['status'] | 'declined' | 'denied' }) {
  const { text, tone } = callStatuses[status];
  return (
    <Badge tone={tone} dot>
      {text}
    </Badge>
  );
}

const riskTones = { low: 'neutral', medium: 'accent', high: 'warn', critical: 'bad' } as const;

/** How risky a call is. */
export function RiskBadge({ risk }: { risk: keyof typeof riskTones }) {
  return <Badge tone={riskTones[risk]}>{risk[0]?.toUpperCase() + risk.slice(1)} risk</Badge>;
}
