import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { visibleLine } from '#contract/words/unseen-characters.ts';
import { api, dataOf } from '../api/client.ts';
import type { Freeze } from '../api/schema.ts';
import { Time } from '../time/time.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { freezesQuery } from './freezes-query.ts';
import { useFreezeChanges } from './use-freeze-changes.ts';

/** Says on every page what is frozen, since when and why. An admin can lift it. */
export function FreezeBanner() {
  const { data: freezes = [] } = useQuery(freezesQuery);
  const [lifting, setLifting] = useState<Freeze>();
  const { lift } = useFreezeChanges();
  return (
    <div role="status">
      {freezes.map((freeze) => (
        <div
          key={`${freeze.scope} ${freeze.id ?? ''}`}
          className="flex flex-wrap items-baseline gap-x-3 gap-y-1 border-b border-bad/30 bg-bad-soft px-4 py-2 text-sm text-bad"
        >
          <p className="min-w-0 break-words">
            <span className="font-medium">
              <Target freeze={freeze} />
            </span>{' '}
            since <Time at={freeze.at} />
            {freeze.actor !== undefined && (
              <>
                {' '}
                by <bdi>{visibleLine(freeze.actor)}</bdi>
              </>
            )}
            : <bdi>{visibleLine(freeze.reason)}</bdi>
          </p>
          <Button needs="admin" size="small" onClick={() => setLifting(freeze)}>
            Lift…
          </Button>
        </div>
      ))}
      <ConfirmDialog
        open={lifting !== undefined}
        onOpenChange={() => setLifting(undefined)}
        title="Lift the freeze?"
        description="The approved calls that it held back are sent at once."
        action="Lift"
        danger
        onConfirm={async () => {
          if (lifting !== undefined) await lift.mutateAsync(lifting);
        }}
      />
    </div>
  );
}

/** The target of a freeze, in words. */
function Target({ freeze: { scope, id = '' } }: { freeze: Freeze }) {
  const { data: connection } = useQuery({
    queryKey: ['connections', id],
    enabled: scope === 'connection',
    queryFn: async ({ signal }) =>
      dataOf(await api.GET('/v1/connections/{id}', { params: { path: { id } }, signal })),
  });
  const { data: payee } = useQuery({
    queryKey: ['payees', id],
    enabled: scope === 'payee',
    queryFn: async ({ signal }) =>
      dataOf(await api.GET('/v1/payees/{id}', { params: { path: { id } }, signal })),
  });
  if (scope === 'workspace') return 'All calls are frozen';
  if (scope === 'payee')
    return `Calls that pay ${visibleLine(payee?.names[0]?.name ?? payee?.account.formatted ?? id)} are frozen`;
  const name = visibleLine(connection?.name ?? id);
  return scope === 'connection'
    ? `Calls on the connection ${name} are frozen`
    : `Calls of the ${scope} ${name} are frozen`;
}
