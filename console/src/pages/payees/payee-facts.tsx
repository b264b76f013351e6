import { visibleText } from '#contract/words/unseen-characters.ts';
import type { Payee } from '../../api/schema.ts';
import { PayeeStatusBadge } from '../../payments/payee-status-badge.tsx';
import { accountText, bankText, totalsText } from '../../payments/payee-text.ts';
import { locale } from '../../text/locale.ts';
import { Time } from '../../time/time.tsx';
import { Section } from '../../ui/card.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { rails } from '../identify/rails.ts';

/** The account of a payee, what was paid to it, and what people say of it. */
export function PayeeFacts({ payee }: { payee: Payee }) {
  const { account, payments, first_paid_at, last_paid_at, status, note, created_at } = payee;
  return (
    <Section title="Account" actions={<PayeeStatusBadge status={status} />}>
      <DescriptionList
        className="p-5"
        rows={[
          [
            account.rail === undefined ? 'Account' : rails[account.rail].title,
            <span key="account" className="font-mono break-all">
              {accountText(payee)}
            </span>,
          ],
          ['Check', account.valid === false && 'The account number does not fit: it cannot exist.'],
          ['Bank', bankText(payee) ?? 'Identify does not know it'],
          ['Payments', payments.toLocaleString(locale)],
          ['Total', totalsText(payee)],
          ['First paid', first_paid_at && <Time key="first" at={first_paid_at} />],
          ['Last paid', last_paid_at && <Time key="last" at={last_paid_at} />],
          [
            'Note',
            note && (
              <bdi key="note" className="whitespace-pre-wrap">
                {visibleText(note)}
              </bdi>
            ),
          ],
          ['Added', <Time key="added" at={created_at} />],
        ]}
      />
    </Section>
  );
}
