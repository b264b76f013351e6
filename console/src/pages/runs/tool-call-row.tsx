import { visibleLine } from '#contract/unseen-characters.ts';
import type { ToolCall } from '../../api/schema.ts';
import { ReceiptButton } from '../../receipts/receipt-button.tsx';
import type { PlaceInTrace } from '../../receipts/receipts-of.ts';
import { creditsText } from '../../text/credits.ts';
import { Time } from '../../time/time.tsx';
import { useNow } from '../../time/use-now.ts';
import { Badge } from '../../ui/badge.tsx';
import { JsonView } from '../../ui/json-view.tsx';
import { CallStatusBadge, RiskBadge } from '../../ui/state-badge.tsx';
import { Disclosure } from './disclosure.tsx';
import { TimeBar } from './time-bar.tsx';
import type { Scale } from './time-scale.ts';

/** One call: what it was, how it went, who decided it, and on demand everything that went in and out. */
export function ToolCallRow({ call, place, scale }: { call: ToolCall; place: PlaceInTrace; scale: Scale }) {
  const nowMs = useNow();
  const fromMs = Date.parse(call.started_at);
  const durationMs = call.duration_ms ?? Math.max(0, nowMs - fromMs);
  const tone = call.status === 'pending' ? 'waiting' : call.status === 'failed' ? 'failed' : 'call';
  return (
    <div>
      <div className="mb-2 flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
        <code className="font-mono text-[13px] font-medium">{call.patch_ref}</code>
        <CallStatusBadge status={statusOf(call)} />
        {call.gate !== null && <Badge tone="warn">Held for approval</Badge>}
        {call.interaction !== 'silent' && <Badge>{call.interaction.replace('_', ' ')}</Badge>}
        {call.risk !== undefined && <RiskBadge risk={call.risk.effective} />}
        {call.cost_credits !== undefined && call.cost_credits !== 0 && (
          <span className="text-[13px] text-muted">{creditsText(call.cost_credits)}</span>
        )}
        <Time at={call.started_at} as="clock" className="ml-auto text-[13px] text-muted max-sm:hidden" />
      </div>
      <TimeBar scale={scale} fromMs={fromMs} durationMs={durationMs} tone={tone} label="Call" />
      {call.error !== undefined && (
        <p className="mt-2 text-[13px] text-bad">
          {call.error.message} <code className="font-mono text-xs">{call.error.code}</code>
        </p>
      )}
      {call.decision !== undefined && (
        <Word
          text={`${call.decision.decision === 'approve' ? 'Approved' : 'Rejected'} by ${visibleLine(call.decision.actor ?? 'nobody named')}`}
          at={call.decision.created_at}
          detail={call.decision.detail}
        />
      )}
      {call.outcome !== undefined && call.outcome !== null && (
        <Word
          text={`Reported as ${call.outcome.state} by ${visibleLine(call.outcome.actor ?? 'nobody named')}`}
          at={call.outcome.created_at}
          detail={call.outcome.detail}
        />
      )}
      <ReceiptButton call={call} place={place} />
      <Disclosure title="Arguments, result and request" className="mt-2">
        {() => (
          <div className="grid gap-3 lg:grid-cols-2">
            <JsonView value={call.args} label={`Arguments of ${call.patch_ref}`} />
            {call.result !== undefined && (
              <JsonView value={call.result} label={`Result of ${call.patch_ref}`} />
            )}
            {call.request !== undefined && (
              <JsonView value={call.request} label={`Request of ${call.patch_ref}`} />
            )}
          </div>
        )}
      </Disclosure>
    </div>
  );
}

/** A rejected write has failed for the run, and was declined for a person. */
function statusOf(call: ToolCall): ToolCall['status'] | 'declined' {
  return call.result?.['declined'] === true ? 'declined' : call.status;
}

function Word({ text, at, detail }: { text: string; at: string; detail?: unknown }) {
  return (
    <div className="mt-2 text-[13px]">
      <p>
        {text}, <Time at={at} className="text-muted" />
      </p>
      {detail !== undefined && <JsonView value={detail} label="Detail" className="mt-1.5" />}
    </div>
  );
}
