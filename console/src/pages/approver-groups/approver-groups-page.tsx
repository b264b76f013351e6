import { type QueryClient, useQuery } from '@tanstack/react-query';
import { UsersRound } from 'lucide-react';
import { visibleLine } from '#contract/words/unseen-characters.ts';
import type { ApproverGroup } from '../../api/schema.ts';
import { groupsQuery } from '../../published/groups-query.ts';
import { policiesQuery } from '../../published/policies-query.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EditDialogs, useEditing } from '../../ui/edit-dialogs.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ReadNotice, readStateOf } from '../../ui/stale-notice.tsx';
import { Page, PageHeader } from '../../ui/page-header.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { GroupCard } from './group-card.tsx';
import { GroupForm } from './group-form.tsx';
import { useGroupChanges } from './use-group-changes.ts';

/** Begins to read what the page shows, while it is put together. */
export function loadGroups(queryClient: QueryClient): void {
  // Which policies name a group is part of what is shown of it.
  void queryClient.prefetchQuery(groupsQuery);
  void queryClient.prefetchQuery(policiesQuery);
}

export function ApproverGroupsPage() {
  const groups = useQuery(groupsQuery);
  const { remove } = useGroupChanges();
  const editing = useEditing<ApproverGroup>();
  return (
    <Page>
      <PageHeader
        title="Approver groups"
        description="People who may approve at the stages of approval policies. Members are the names by which people sign in, or which your backend puts into session tokens."
        actions={
          <Button needs="admin" look="primary" onClick={() => editing.edit('new')}>
            New group
          </Button>
        }
      />
      {groups.isPending && <SkeletonLines lines={6} />}
      <ReadNotice list={readStateOf(groups)} />
      {groups.data?.length === 0 && (
        <Card>
          <EmptyState icon={UsersRound} title="No group">
            A stage of a policy without a group accepts everybody who may decide.
          </EmptyState>
        </Card>
      )}
      <ul aria-label="Groups" className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        {groups.data?.map((group) => (
          <GroupCard
            key={group.key}
            group={group}
            onEdit={() => editing.edit(group)}
            onDelete={() => editing.remove(group)}
          />
        ))}
      </ul>
      <EditDialogs
        editing={editing}
        titles={{
          new: 'New group',
          change: ({ name }) => `Change ${visibleLine(name)}`,
          delete: ({ name }) => `Delete ${visibleLine(name)}?`,
        }}
        deletion="Approvals that its members have given still count. A group that the newest version of a policy names cannot be deleted."
        onDelete={async ({ key }) => await remove.mutateAsync(key)}
      >
        {(group, saved) => <GroupForm group={group} onCancel={editing.close} onSaved={saved} />}
      </EditDialogs>
    </Page>
  );
}
