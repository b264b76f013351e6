import { visibleLine } from '#contract/words/unseen-characters.ts';
import type { Approvals } from '../conversation/event-data.ts';
import { Time } from '../time/time.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { hasApproved, waysOf } from './may-approve.ts';
import { useApprover, useGroup } from './use-approver.ts';

/**
 * How far the approvals of a held write are: its stage, who has approved and how they are known, what is still required, and
 * who may give it. Of one that needs a single approval of anybody, it says nothing.
 */
export function ApprovalStages({
  approvals,
  onWithdraw,
}: {
  approvals: Approvals;
  /** Takes one's own approval back. Absent where one cannot. */
  onWithdraw?: (() => void) | undefined;
}) {
  const { required, given, stage } = approvals;
  const approver = useApprover();
  const { data: group } = useGroup(stage?.group);
  const isPlain = required === 1 && given.length === 0 && !stage?.group && !stage?.via;
  if (isPlain) return null;
  return (
    <section aria-label="Approvals" className="mt-3 rounded-lg border bg-sunken px-3.5 py-3 text-note">
      <p role="status" className="font-medium">
        {given.length} of {required} approvals
        {stage !== undefined && stage.of > 1 && `: stage ${stage.number} of ${stage.of}`}
      </p>
      {given.length > 0 && (
        <ul className="mt-1.5 space-y-1">
          {given.map(({ actor, via, at }) => (
            <li key={`${actor} ${at}`} className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
              <span className="font-medium break-all">
                <bdi>{visibleLine(actor)}</bdi>
              </span>
              <Badge>{waysOf([via])}</Badge>
              <Time at={at} as="age" className="text-muted" />
            </li>
          ))}
        </ul>
      )}
      {stage !== undefined && (
        <p className="mt-1.5 text-muted">
          Still required{stage.of > 1 && ' at this stage'}: {stage.required - stage.given} of{' '}
          {stage.group === undefined ? (
            'anybody who may decide'
          ) : (
            <>
              the members of <bdi>{visibleLine(group?.name ?? stage.group)}</bdi>{' '}
              <code className="font-mono text-xs">{stage.group}</code>
            </>
          )}
          {stage.via !== undefined && `, known by ${waysOf(stage.via)}`}
          {stage.of > stage.number && `. Then ${stage.of - stage.number} more`}
          {stage.of > stage.number && (stage.of - stage.number === 1 ? ' stage' : ' stages')}.
        </p>
      )}
      {onWithdraw !== undefined && hasApproved(approvals, approver) && (
        <Button needs="approver" size="small" className="mt-2" onClick={onWithdraw}>
          Withdraw my approval…
        </Button>
      )}
    </section>
  );
}
