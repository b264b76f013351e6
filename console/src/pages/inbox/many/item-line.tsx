import type { ReactNode } from 'react';
import { visibleLine } from '#contract/words/unseen-characters.ts';
import type { Approval } from '../../../api/schema.ts';
import { useSettledBy } from '../../../approvals/settled-by.tsx';
import { titleOf } from '../../../approvals/title-of.ts';
import { factsOf } from '../waiting/row-facts.ts';

/** A call in the dialog, with what is said about it. */
export function ItemLine({ item, children }: { item: Approval; children?: ReactNode }) {
  return (
    <li className="px-3.5 py-2">
      <span className="block truncate font-medium">{titleOf(item)}</span>
      <span className="block truncate text-note text-muted">
        <bdi>{[...factsOf(item), visibleLine(`for ${item.subject_ref}`)].join(' · ')}</bdi>
      </span>
      {children !== undefined && <span className="block text-note break-words">{children}</span>}
    </li>
  );
}

/** The person who settled a call that no longer waits. */
export function SettledWords({ item }: { item: Approval }) {
  return useSettledBy(item) ?? 'It no longer waits for a decision.';
}

/** Calls in a dialog. A long list scrolls by itself, so that the buttons stay in view. */
export function ItemLines({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that it is scrolled by keyboard
      tabIndex={0}
      className="max-h-[28vh] divide-y divide-line overflow-y-auto rounded-lg border text-sm"
    >
      {children}
    </ul>
  );
}
