import { lazy, Suspense, useState } from 'react';
import type { DecidedCall } from '../../../api/schema.ts';
import { titleOf } from './title-of-decided.ts';
import { Button } from '../../../ui/button.tsx';

// Loaded when it is first opened.
const SignaturesDialog = lazy(() => import('./signatures-dialog.tsx'));

/** The way to the signatures of a decision that a passkey has signed. */
export function SignatureCell({ item }: { item: DecidedCall }) {
  const [open, setOpen] = useState(false);
  if (item.passkey_id === undefined) return null;
  return (
    <>
      <Button size="small" aria-label={`Signatures of ${titleOf(item)}`} onClick={() => setOpen(true)}>
        Signed…
      </Button>
      {open && (
        <Suspense>
          <SignaturesDialog item={item} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
