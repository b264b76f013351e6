import type { ToolCall } from '../../../api/schema.ts';
import { creditsText } from '../../../text/credits.ts';
import { Time } from '../../../time/time.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { CallStatusBadge, RiskBadge } from '../../../ui/state-badge.tsx';

const interactions = {
  interactive: 'Asks a person',
  handoff: 'Hands over',
  proposed_action: 'Proposes',
} as const;

/** Which call it is, and how it stands. */
export function CallHead({ call }: { call: ToolCall }) {
  const { patch_ref, gate, interaction, risk, cost_credits, started_at } = call;
  return (
    <div className="mb-2.5 flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
      <code className="font-mono text-note font-medium break-all">{patch_ref}</code>
      <CallStatusBadge status={statusOf(call)} />
      {gate !== null && <Badge tone="warn">Held for approval</Badge>}
      {interaction !== 'silent' && <Badge>{interactions[interaction]}</Badge>}
      {risk !== undefined && <RiskBadge risk={risk.effective} />}
      {cost_credits !== undefined && cost_credits !== 0 && (
        <span className="text-note text-muted">{creditsText(cost_credits)}</span>
      )}
      <Time at={started_at} as="clock" className="ml-auto text-note text-muted max-sm:hidden" />
    </div>
  );
}

/** A rejected write has failed for the run, and was declined for a person. */
function statusOf(call: ToolCall): ToolCall['status'] | 'declined' {
  return call.result?.['declined'] === true ? 'declined' : call.status;
}
