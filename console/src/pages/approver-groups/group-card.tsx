import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { visibleLine } from '#contract/words/unseen-characters.ts';
import type { ApproverGroup } from '../../api/schema.ts';
import { groupsOf, newestOf } from '../../published/policies.ts';
import { policiesQuery } from '../../published/policies-query.ts';
import { listRow } from '../../ui/list-row.ts';
import { counted } from '../../text/counted.ts';
import { Time } from '../../time/time.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/card.tsx';

/** A group: its members, and the policies that name it. */
export function GroupCard({
  group,
  onEdit,
  onDelete,
}: {
  group: ApproverGroup;
  onEdit: () => void;
  onDelete: () => void;
}) {
  const { key, members, updated_at } = group;
  const name = visibleLine(group.name);
  return (
    <li {...listRow} className="min-w-0 rounded-card">
      <Section
        title={<bdi className="break-words">{name}</bdi>}
        description={
          <>
            <code className="font-mono text-xs">{key}</code> · {counted(members.length, 'member')} · changed{' '}
            <Time at={updated_at} as="age" />
          </>
        }
        actions={
          <div className="flex gap-2">
            <Button needs="admin" size="small" aria-label={`Change ${name}`} onClick={onEdit}>
              Change
            </Button>
            <Button needs="admin" size="small" look="danger" aria-label={`Delete ${name}`} onClick={onDelete}>
              Delete
            </Button>
          </div>
        }
      >
        <ul
          aria-label={`Members of ${name}`}
          tabIndex={0}
          className="max-h-56 overflow-y-auto px-5 py-3 text-sm focus-visible:outline-offset-[-2px]"
        >
          {members.length === 0 && <li className="text-muted">Nobody</li>}
          {members.map((member) => (
            <li key={member} className="py-0.5 break-all">
              <bdi>{visibleLine(member)}</bdi>
            </li>
          ))}
        </ul>
        <UsedBy group={key} />
      </Section>
    </li>
  );
}

/** The policies whose newest version names a group. */
function UsedBy({ group }: { group: string }) {
  const { data } = useQuery(policiesQuery);
  const using = newestOf(data ?? []).filter((policy) => groupsOf(policy).has(group));
  if (data === undefined) return null;
  return (
    <p className="flex flex-wrap items-center gap-1.5 border-t px-5 py-2.5 text-note text-muted">
      {using.length === 0 ? 'No policy names it' : 'Named by'}
      {using.map(({ key }) => (
        <Link key={key} to="/approval-policies" search={{ key }} className="rounded-md">
          <Badge tone="accent">{key}</Badge>
        </Link>
      ))}
    </p>
  );
}
