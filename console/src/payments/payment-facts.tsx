import { Link } from '@tanstack/react-router';
import { visibleLine } from '#contract/words/unseen-characters.ts';
import type { SentPayment } from '../api/schema.ts';
import { Time } from '../time/time.tsx';
import { DescriptionList } from '../ui/description-list.tsx';
import { JsonView } from '../ui/json-view.tsx';
import { PaidLink } from './paid-link.tsx';
import { accountText, bankText } from './payee-text.ts';
import { PaymentStateBadge } from './payment-state-badge.tsx';

/** A payment, who was paid by which call, and what became of it. */
export function PaymentFacts({ payment }: { payment: SentPayment }) {
  const { payee, reference, subject_ref, patch_ref, run_id, sent_at, settlement, tool_call_id } = payment;
  const { state, at, detail } = settlement;
  return (
    <>
      <DescriptionList
        rows={[
          [
            'State',
            <span key="state" className="flex flex-wrap items-center gap-2">
              <PaymentStateBadge state={state} /> since <Time at={at} />
            </span>,
          ],
          ['Sent', <Time key="sent" at={sent_at} />],
          ['Payee', <PaidLink key="payee" payee={payee} />],
          ['Account', accountText(payee)],
          ['Bank', bankText(payee)],
          ['Reference', reference && <bdi>{visibleLine(reference)}</bdi>],
          ['Subject', subject_ref && <bdi>{visibleLine(subject_ref)}</bdi>],
          [
            'Call',
            <span key="call" className="font-mono text-xs break-all">
              {visibleLine(patch_ref)}, {tool_call_id}
            </span>,
          ],
          [
            'Run',
            <Link
              key="run"
              to="/runs/$runId"
              params={{ runId: run_id }}
              search={subject_ref === undefined ? {} : { subject: subject_ref }}
              className="text-accent underline underline-offset-2"
            >
              Open the run
            </Link>,
          ],
        ]}
      />
      {detail !== undefined && <JsonView value={detail} label="Detail of the settlement" />}
    </>
  );
}
