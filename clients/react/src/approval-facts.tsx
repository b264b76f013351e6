import type { HeldWrite } from './calls.ts';
import { type Fact, factOf, type HeldFacts, heldFacts } from './held-facts.ts';
import { JsonText } from './json-text.tsx';

/** The effect of a held write. */
export function ApprovalFacts({ held }: { held: HeldWrite }) {
  const { before, sendsAt, payment, summary, amounts, accounts, origins, call, sentTo, warnings, reason } =
    heldFacts(held);
  const facts = [
    ...payment.facts,
    ...summary,
    ...amounts.flatMap(({ facts, countedBy }) => [...facts, ...factOf('Counted by', countedBy)]),
    ...factOf('Call', call),
    ...factOf('Sent to', sentTo),
    ...gateFacts(held),
  ];
  return (
    <>
      {before.map((line, index) => (
        <p key={index} className="heddle-warning">
          {line}
        </p>
      ))}
      {sendsAt.map((line, index) => (
        <p key={index} role="status" className="heddle-warning">
          {line}
        </p>
      ))}
      {payment.warnings.map((line, index) => (
        <p key={index} className="heddle-warning">
          {line}
        </p>
      ))}
      <dl className="heddle-facts">
        {facts.map(({ label, value }, index) => (
          <div key={index}>
            <dt>{label}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {accounts.map((account, index) => (
        <p key={index}>
          <bdi>{account}</bdi>
        </p>
      ))}
      <JsonText value={held.args} label={`All arguments of ${call}`} open />
      <Origins origins={origins} />
      {warnings.map((warning, index) => (
        <p key={index} className="heddle-warning">
          {warning}
        </p>
      ))}
      {reason.map((line, index) => (
        <p key={index} className="heddle-reason">
          <bdi>{line}</bdi>
        </p>
      ))}
    </>
  );
}

/** From where the values of its arguments come. */
function Origins({ origins }: Pick<HeldFacts, 'origins'>) {
  if (origins.length === 0) return null;
  return (
    <details open>
      <summary>Where the values come from</summary>
      <dl className="heddle-facts">
        {origins.map(({ path, value }) => (
          <div key={path}>
            <dt>{path}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** Until when it is held, and for whom. */
function gateFacts({ expires_at, not_before, frozen, approvals }: HeldWrite): Fact[] {
  const { required = 1, given = [], stage } = approvals ?? {};
  const approved = [`${given.length} of ${required}`, ...given.map(({ actor }) => actor)].join(', ');
  return [
    // An approved write that waits to be sent does not expire.
    ...factOf('Expires', (not_before ?? frozen) ? undefined : new Date(expires_at).toLocaleString()),
    ...factOf('Approvals', required > 1 ? approved : undefined),
    ...factOf('To be approved by', stage?.group),
  ];
}
