import { visibleLine } from '#contract/words/unseen-characters.ts';
import type { Passkey } from '../../api/schema.ts';
import { Time } from '../../time/time.tsx';
import { Button } from '../../ui/button.tsx';
import { listRow } from '../../ui/list-row.ts';

/** A passkey, with a way to revoke it. */
export function PasskeyRow({ passkey, onRevoke }: { passkey: Passkey; onRevoke: (() => void) | undefined }) {
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
