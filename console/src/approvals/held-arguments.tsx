import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Acting } from '../api/client.ts';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { JsonView } from '../ui/json-view.tsx';
import { SkeletonLines } from '../ui/skeleton.tsx';
import { type HeldCall, heldArgs } from './decide.ts';

/**
 * The arguments of a held write, in full: a summary shows a choice of them, and shortens what is long.
 * @param opened whether they are shown at first: for a write whose summary tells nothing of them
 */
export function HeldArguments({
  call,
  acting,
  opened = false,
}: {
  call: Pick<HeldCall, 'run_id' | 'tool_call_id' | 'patch_ref'>;
  acting: Acting;
  opened?: boolean;
}) {
  const [open, setOpen] = useState(opened);
  const args = useQuery({
    queryKey: ['held-arguments', call.tool_call_id],
    enabled: open,
    queryFn: async ({ signal }) => (await heldArgs(call, acting, signal)) ?? null,
  });
  return (
    <details
      className="mt-3 text-sm"
      open={open}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="w-fit rounded text-[13px] text-muted hover:text-ink">All arguments</summary>
      <div className="mt-2">
        {args.isFetching && args.data === undefined && <SkeletonLines lines={3} />}
        {args.error !== null && <ErrorNotice error={args.error} onRetry={() => void args.refetch()} />}
        {args.data === null && <p className="text-[13px] text-muted">The call is no longer held.</p>}
        {args.data?.['truncated'] === true && (
          <p className="mb-2 text-[13px] text-warn">They are too long to be shown in full.</p>
        )}
        {args.data !== undefined && args.data !== null && (
          <JsonView value={args.data} label={`Arguments of ${call.patch_ref}`} />
        )}
      </div>
    </details>
  );
}
