import { useMutation, useQueryClient } from '@tanstack/react-query';
import { visibleLine } from '#contract/words/unseen-characters.ts';
import { api } from '../../api/client.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { type Grant, grantsKey } from './queries.ts';

/** Asks before a grant is revoked. Open while there is one to revoke. */
export function RevokeDialog({ grant, onClose }: { grant: Grant | undefined; onClose: () => void }) {
  const queries = useQueryClient();
  const revoke = useMutation({
    mutationFn: async (id: string) => await api.DELETE('/v1/mcp/grants/{id}', { params: { path: { id } } }),
    onSuccess: async () => await queries.invalidateQueries({ queryKey: grantsKey }),
  });
  return (
    <ConfirmDialog
      open={grant !== undefined}
      onOpenChange={onClose}
      title={visibleLine(`Revoke ${grant?.client.name}?`)}
      description={visibleLine(
        `It can no longer act for ${grant?.subject_ref} on ${grant?.agent.name}. Its tokens end at once; work that is finished is not undone.`,
      )}
      action="Revoke"
      danger
      onConfirm={async () => {
        if (grant !== undefined) await revoke.mutateAsync(grant.id);
      }}
    />
  );
}
