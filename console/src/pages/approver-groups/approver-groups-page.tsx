import { useQueryClient } from '@tanstack/react-query';
import { UsersRound } from 'lucide-react';
import { useState } from 'react';
import { visibleLine } from '#contract/unseen-characters.ts';
import { api, madeOf } from '../../api/client.ts';
import { type ApproverGroup, groupsKey, useGroups } from '../../published/use-groups.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Page, PageHeader } from '../../ui/page-header.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { useToasts } from '../../ui/toast.tsx';
import { GroupCard } from './group-card.tsx';
import { GroupForm } from './group-form.tsx';

/** Who may approve at the stages of approval policies. */
export function ApproverGroupsPage() {
  const queries = useQueryClient();
  const toasts = useToasts();
  const groups = useGroups();
  const [editing, setEditing] = useState<ApproverGroup | 'new'>();
  const [deleting, setDeleting] = useState<ApproverGroup>();
  const refresh = async (): Promise<void> => await queries.invalidateQueries({ queryKey: groupsKey });
  return (
    <Page>
      <PageHeader
        title="Approver groups"
        description="Who may approve at the stages of approval policies. Names are those by which people sign in, or that your backend puts into their tokens."
        actions={
          <Button needs="admin" look="primary" onClick={() => setEditing('new')}>
            New group
          </Button>
        }
      />
      {groups.isPending && <SkeletonLines lines={6} />}
      {groups.isError && <ErrorNotice error={groups.error} onRetry={() => void groups.refetch()} />}
      {groups.data?.length === 0 && (
        <Card>
          <EmptyState icon={UsersRound} title="No group">
            A stage of a policy without a group accepts everybody who may decide.
          </EmptyState>
        </Card>
      )}
      <ul aria-label="Groups" className="grid items-start gap-4 lg:grid-cols-2">
        {groups.data?.map((group) => (
          <GroupCard
            key={group.key}
            group={group}
            onEdit={() => setEditing(group)}
            onDelete={() => setDeleting(group)}
          />
        ))}
      </ul>
      <Dialog
        open={editing !== undefined}
        onOpenChange={() => setEditing(undefined)}
        title={
          editing === 'new' || editing === undefined ? 'New group' : `Change ${visibleLine(editing.name)}`
        }
      >
        {editing !== undefined && (
          <GroupForm
            group={editing === 'new' ? undefined : editing}
            onCancel={() => setEditing(undefined)}
            onSaved={async () => {
              setEditing(undefined);
              toasts.done('Saved');
              await refresh();
            }}
          />
        )}
      </Dialog>
      <ConfirmDialog
        open={deleting !== undefined}
        onOpenChange={() => setDeleting(undefined)}
        title={`Delete ${visibleLine(deleting?.name ?? '')}?`}
        description="Approvals that its members have given stay. A group that the newest version of a policy names cannot be deleted."
        action="Delete"
        danger
        onConfirm={async () => {
          const params = { path: { key: deleting?.key ?? '' } };
          madeOf(await api.DELETE('/v1/approver-groups/{key}', { params }));
          await refresh();
        }}
      />
    </Page>
  );
}
