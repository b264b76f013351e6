import type { ChatWrite } from './calls.ts';
import { type Fact, factOf, type HeldFacts, heldFacts } from './held-facts.ts';
import { JsonText } from './json-text.tsx';

type Write = Omit<ChatWrite, 'status' | 'decisions'>;

/** The effect of a write with a gate, and who decided. */
export function ApprovalFacts({
  write,
  decisions = [],
  waits,
}: {
  write: Write;
  decisions: ChatWrite['decisions'] | undefined;
  /** Whether it is held. */
  waits: boolean;
}) {
  const { before, sendsAt, payment, summary, amounts, accounts, origins, call, sentTo, warnings, reason } =
    heldFacts(write);
  const facts = [
    ...payment,
    ...summary,
    ...amounts.flatMap(({ facts, countedBy }) => [...facts, ...factOf('Counted by', countedBy)]),
    ...factOf('Call', call),
    ...factOf('Sent to', sentTo),
    ...(waits ? gateFacts(write) : decisions.flatMap(decisionFacts)),
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
      <JsonText value={write.args} label={`All arguments of ${call}`} open={waits} />
      {waits && <Origins origins={origins} />}
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
function gateFacts({ expires_at, not_before, frozen, approvals }: Write): Fact[] {
  const { required = 1, given = [], stage } = approvals ?? {};
  const approved = [`${given.length} of ${required}`, ...given.map(({ actor }) => actor)].join(', ');
  return [
    // An approved write that waits to be sent does not expire.
    ...factOf(
      'Expires',
      (not_before ?? frozen) || expires_at === undefined ? undefined : timeText(expires_at),
    ),
    ...factOf('Approvals', required > 1 ? approved : undefined),
    ...factOf('To be approved by', stage?.group),
  ];
}

/** The actor of a decision, its time and its reason. */
function decisionFacts({ decision, actor, at, detail }: ChatWrite['decisions'][number]): Fact[] {
  const { reason } = (detail ?? {}) as { reason?: string };
  return [
    ...factOf(decision === 'approve' ? 'Approved by' : 'Rejected by', `${actor}, ${timeText(at)}`),
    ...factOf('Reason', reason),
  ];
}

function timeText(at: string): string {
  return new Date(at).toLocaleString();
}
