import type { Run, ToolCall } from '../api/schema.ts';
import { Badge, type Tone } from './badge.tsx';

const runStates = {
  running: { text: 'Running', tone: 'accent' },
  awaiting_input: { text: 'Awaiting input', tone: 'warn' },
  awaiting_outcome: { text: 'Awaiting outcome', tone: 'warn' },
  closed: { text: 'Closed', tone: 'good' },
  failed: { text: 'Failed', tone: 'bad' },
} as const satisfies Record<Run['state'], { text: string; tone: Tone }>;

/** The state of a run. */
export function RunStateBadge({ state }: { state: Run['state'] }) {
  const { text, tone } = runStates[state];
  return (
    <Badge tone={tone} dot pulse={state === 'running'}>
      {text}
    </Badge>
  );
}

/** The name of a run's state, as the badge says it. */
export function runStateText(state: Run['state']): string {
  return runStates[state].text;
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
