import { heldFacts } from '#heddle-react/held-facts.ts';
import type { HeldWrite } from '../conversation/event-data.ts';
import { locale } from '../text/locale.ts';
import { localTime } from '../time/format.ts';
import { Time } from '../time/time.tsx';
import { useNow } from '../time/use-now.ts';
import { CoveredDocument } from './covered-document.tsx';
import { FactRow } from './fact-row.tsx';
import { HeldAmounts } from './held-amounts.tsx';
import { HeldArguments } from './held-arguments.tsx';
import { HeldPayment } from './held-payment.tsx';

/** A held write: its summary, its target, when it was held, when it expires, and all its arguments. */
export function CallFacts({ held, waiting }: { held: HeldWrite; waiting: boolean }) {
  const facts = heldFacts(held, { locale, timeText: localTime });
  const { before, sendsAt, payment, summary, amounts, accounts, call, sentTo, warnings, reason } = facts;
  return (
    <>
      {before.map((line, index) => (
        <p key={index} className="mt-3 text-sm font-medium break-words text-warn">
          {line}
        </p>
      ))}
      {waiting &&
        sendsAt.map((line, index) => (
          <p key={index} role="status" className="mt-3 text-sm font-medium break-words">
            {line}
          </p>
        ))}
      <HeldPayment payment={payment} />
      {summary.length > 0 && (
        <dl className="mt-3 divide-y divide-line text-sm">
          {summary.map((fact, index) => (
            <FactRow key={index} fact={fact} className="py-1.5" />
          ))}
        </dl>
      )}
      {amounts.length > 0 && <HeldAmounts amounts={amounts} />}
      {accounts.map((account, index) => (
        <p key={index} className="mt-3 text-sm break-words">
          <bdi>{account}</bdi>
        </p>
      ))}
      <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-note text-muted">
        <code className="font-mono text-xs">{call}</code>
        {sentTo !== undefined && <span>on {sentTo}</span>}
        {held.created_at !== undefined && (
          <span>
            held <Time at={held.created_at} as="age" />
          </span>
        )}
        {waiting &&
          held.expires_at !== undefined &&
          held.not_before === undefined &&
          held.frozen === undefined && <Expiry at={held.expires_at} />}
      </p>
      {waiting && held.args !== undefined && (
        <HeldArguments patchRef={held.patch_ref} args={held.args} origins={facts.origins} />
      )}
      {waiting && held.document !== undefined && <CoveredDocument document={held.document} />}
      {warnings.map((warning, index) => (
        <p key={index} className="mt-3 text-sm break-words text-warn">
          {warning}
        </p>
      ))}
      {reason.map((line, index) => (
        <p key={index} className="mt-3 border-l-2 border-line pl-3 text-sm break-words text-muted italic">
          <bdi>{line}</bdi>
        </p>
      ))}
    </>
  );
}

/** Until when something waits, or since when it should no longer. */
function Expiry({ at }: { at: string }) {
  const past = Date.parse(at) <= useNow();
  return (
    <span>
      {past ? 'expired' : 'expires'} <Time at={at} as="age" />
    </span>
  );
}
