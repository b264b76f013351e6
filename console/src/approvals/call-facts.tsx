import { describeAccount, describeReturn } from '#contract/account-in-words.ts';
import { visibleLine } from '#contract/unseen-characters.ts';
import type { HeldWrite } from '../conversation/event-data.ts';
import { Time } from '../time/time.tsx';
import { useNow } from '../time/use-now.ts';
import { HeldAmounts } from './held-amounts.tsx';
import { HeldArguments } from './held-arguments.tsx';

/** What a held write would do: its summary, where it goes, since when and until when it is held, and all its arguments. */
export function CallFacts({ held, waiting }: { held: HeldWrite; waiting: boolean }) {
  const { summary, amounts, accounts, notes, repeats, returned, revised_from } = held;
  return (
    <>
      {summary.fields !== undefined && summary.fields.length > 0 && (
        <dl className="mt-3 divide-y divide-line text-sm">
          {summary.fields.map(({ label, value }, index) => (
            <div key={index} className="flex gap-4 py-1.5">
              <dt className="w-28 shrink-0 break-words text-muted">{visibleLine(label)}</dt>
              <dd className="min-w-0 flex-1 font-medium break-words">
                <bdi>{visibleLine(value)}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {amounts !== undefined && <HeldAmounts amounts={amounts} />}
      {accounts?.map((account, index) => (
        <p key={index} className="mt-3 text-sm break-words">
          <bdi>{describeAccount(account)}</bdi>
        </p>
      ))}
      <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-note text-muted">
        <code className="font-mono text-xs">{held.patch_ref}</code>
        {held.connection !== undefined && <span>on {visibleLine(held.connection.name)}</span>}
        {held.created_at !== undefined && (
          <span>
            held <Time at={held.created_at} as="age" />
          </span>
        )}
        {waiting && held.expires_at !== undefined && <Expiry at={held.expires_at} />}
      </p>
      {waiting && held.args !== undefined && <HeldArguments patchRef={held.patch_ref} args={held.args} />}
      {revised_from !== undefined && (
        <p className="mt-3 text-sm text-warn">
          An approver has corrected the arguments. Approvals of the first call do not count.
        </p>
      )}
      {repeats !== undefined && (
        <p className="mt-3 text-sm text-warn">
          A call with the same effect was made <Time at={repeats.at} as="age" />
          {repeats.status === 'ok' ? '' : ', and what came of it is not known'}. If this one is approved, it
          is made all the same.
        </p>
      )}
      {returned !== undefined && (
        <p className="mt-3 text-sm break-words text-warn">{describeReturn(returned)}</p>
      )}
      {notes?.map((note, index) => (
        <p key={index} className="mt-3 text-sm text-warn">
          {visibleLine(note)}
        </p>
      ))}
    </>
  );
}

/** Until when something waits, or since when it should no longer. */
function Expiry({ at }: { at: string }) {
  const past = Date.parse(at) <= useNow();
  return (
    <span>
      {past ? 'expired' : 'expires'} <Time at={at} as="age" />
    </span>
  );
}
