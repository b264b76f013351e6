import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import { api, dataOf } from '../../api/client.ts';
import type { Passkey } from '../../api/schema.ts';
import { useList } from '../../api/use-list.ts';
import { visibleLine } from '#contract/words/unseen-characters.ts';
import { passkeysQuery } from '../../passkeys/own-passkeys.ts';
import { Time } from '../../time/time.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListFoot } from '../../ui/list-foot.tsx';
import { listRow } from '../../ui/list-row.ts';
import { ReadNotice } from '../../ui/stale-notice.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';

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

function PasskeyRow({ passkey, onRevoke }: { passkey: Passkey; onRevoke: (() => void) | undefined }) {
  const { name, actor, thumbprint, rp_id, created_at, last_used_at } = passkey;
  return (
    <li
      {...listRow}
      className="flex flex-wrap items-center gap-x-4 gap-y-1 px-5 py-3 text-sm focus-visible:outline-offset-[-2px]"
    >
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-medium">
          {visibleLine(name)} <span className="font-normal text-muted">of {visibleLine(actor)}</span>
        </p>
        <p className="text-note text-muted">
          For {rp_id}. Thumbprint <code className="font-mono text-xs break-all">{thumbprint}</code>
        </p>
      </div>
      <p className="text-note text-muted">
        Added <Time at={created_at} as="age" />
        {last_used_at !== undefined && (
          <>
            , last used <Time at={last_used_at} as="age" />
          </>
        )}
      </p>
      {onRevoke !== undefined && (
        <Button size="small" look="danger" aria-label={`Revoke ${name}`} onClick={onRevoke}>
          Revoke
        </Button>
      )}
    </li>
  );
}

const passkeyFile = [
  { name: 'id', csv: ({ id }: Passkey) => id },
  { name: 'actor', csv: ({ actor }: Passkey) => actor },
  { name: 'name', csv: ({ name }: Passkey) => name },
  { name: 'thumbprint', csv: ({ thumbprint }: Passkey) => thumbprint },
  { name: 'created_at', csv: ({ created_at }: Passkey) => created_at },
];
