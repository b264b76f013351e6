import { lazy, Suspense } from 'react';
import type { HeldWrite } from '../conversation/event-data.ts';
import type { Deciding } from './deciding.ts';
import { WithdrawDialog } from './withdraw-dialog.tsx';

// Loaded when somebody first corrects a call.
const ReviseDialog = lazy(() => import('./revise/revise-dialog.tsx'));

/** The dialogs that correct a held write or withdraw one's own approval. */
export function CardDialogs({
  asking,
  held,
  deciding,
  onClose,
}: {
  asking: 'revise' | 'withdraw' | undefined;
  /** As it was shown. */
  held: HeldWrite;
  deciding: Deciding;
  onClose: () => void;
}) {
  switch (asking) {
    case 'revise':
      return (
        <Suspense>
          <ReviseDialog
            held={held}
            onClose={onClose}
            onRevise={async (revision) => await deciding.revise(revision, held)}
          />
        </Suspense>
      );
    case 'withdraw':
      return (
        <WithdrawDialog
          held={held}
          onClose={onClose}
          onWithdraw={async () => await deciding.withdraw(held)}
        />
      );
    case undefined:
      return null;
  }
}
