import type { ReactNode } from 'react';
import { describeAccount, describeReturn } from '../../../contract/account-in-words.ts';
import { visibleLine } from '../../../contract/unseen-characters.ts';
import type { HeldWrite } from './calls.ts';
import { JsonText } from './json-text.tsx';

/** What a held write would do. */
export function ApprovalFacts({ held }: { held: HeldWrite }) {
  const { summary, amounts, accounts, approvals, notes, repeats, returned, revised_from, expires_at } = held;
  return (
    <>
      <dl className="heddle-facts">
        {summary.fields?.map(({ label, value }, index) => (
          <Fact key={index} label={label}>
            {value}
          </Fact>
        ))}
        {amounts?.map(({ limits, amount = 'none', currency, payee }, index) => (
          <Fact key={`amount ${index}`} label={`Counted by ${limits.join(', ')}`}>
            {[amount, currency, payee].filter((part) => part !== undefined).join(' · ')}
          </Fact>
        ))}
        <Fact label="Call">{held.patch_ref}</Fact>
        {held.connection !== undefined && <Fact label="Sent to">{held.connection.name}</Fact>}
        {expires_at !== undefined && <Fact label="Expires">{new Date(expires_at).toLocaleString()}</Fact>}
        {approvals !== undefined && approvals.required > 1 && (
          <Fact label="Approvals">
            {[
              `${approvals.given.length} of ${approvals.required}`,
              ...approvals.given.map(({ actor }) => actor),
            ].join(', ')}
          </Fact>
        )}
        {approvals?.stage?.group !== undefined && <Fact label="Approved by">{approvals.stage.group}</Fact>}
      </dl>
      {accounts?.map((account, index) => (
        <p key={index}>
          <bdi>{describeAccount(account)}</bdi>
        </p>
      ))}
      <JsonText value={held.args} label={`All arguments of ${held.patch_ref}`} open />
      {revised_from !== undefined && (
        <p className="heddle-warning">
          An approver has corrected the arguments. Approvals of the first call do not count.
        </p>
      )}
      {repeats !== undefined && (
        <p className="heddle-warning">
          A call with the same effect was made on {new Date(repeats.at).toLocaleString()}
          {repeats.status === 'ok' ? '' : ', and what came of it is not known'}. If this one is approved, it
          is made all the same.
        </p>
      )}
      {returned !== undefined && <p className="heddle-warning">{describeReturn(returned)}</p>}
      {notes?.map((note, index) => (
        <p key={index} className="heddle-warning">
          {visibleLine(note)}
        </p>
      ))}
    </>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{visibleLine(label)}</dt>
      <dd>
        <bdi>{typeof children === 'string' ? visibleLine(children) : children}</bdi>
      </dd>
    </div>
  );
}
