import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import { api, dataOf } from '../../api/client.ts';
import type { Passkey } from '../../api/schema.ts';
import { useList } from '../../api/use-list.ts';
import { passkeysQuery } from '../../passkeys/own-passkeys.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListFoot } from '../../ui/list-foot.tsx';
import { ReadNotice } from '../../ui/stale-notice.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { passkeyFile } from './passkey-file.ts';
import { PasskeyRow } from './passkey-row.tsx';

/** Passkeys by name, with their thumbprints and a way to revoke them. */
export function PasskeyList({ canRevoke }: { canRevoke: boolean }) {
  const queries = useQueryClient();
  const list = useList(passkeysQuery);
  const [revoking, setRevoking] = useState<Passkey>();
  const revoke = useMutation({
    mutationFn: async (id: string) =>
      dataOf(await api.DELETE('/v1/passkeys/{id}', { params: { path: { id } } })),
    onSuccess: async () => await queries.invalidateQueries({ queryKey: ['passkeys'] }),
  });
  const { items, error, loading } = list;
  if (loading) return <SkeletonLines lines={2} className="p-5" />;
  return (
    <>
      <ReadNotice list={list} className="m-5" />
      {items.length === 0 && error === null && <EmptyState icon={Fingerprint} title="No passkey yet" />}
      <ul className="divide-y divide-line">
        {items.map((passkey) => (
          <PasskeyRow
            key={passkey.id}
            passkey={passkey}
            onRevoke={canRevoke ? () => setRevoking(passkey) : undefined}
          />
        ))}
      </ul>
      <ListFoot list={list} name="passkeys" columns={passkeyFile} className="border-t" />
      <ConfirmDialog
        open={revoking !== undefined}
        onOpenChange={() => setRevoking(undefined)}
        title={`Revoke the passkey ${revoking?.name ?? ''}?`}
        description="It signs nothing more. Decisions that it has signed stay valid. The next passkey needs another person’s approval, unless another one of yours agrees to it."
        action="Revoke"
        danger
        onConfirm={async () => {
          if (revoking !== undefined) await revoke.mutateAsync(revoking.id);
        }}
      />
    </>
  );
}
