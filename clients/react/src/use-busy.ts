import { useState } from 'react';

/** Whether something is being sent, so that a button is pressed once. */
export function useBusy(): { busy: boolean; run: (work: () => Promise<void>) => void } {
  const [busy, setBusy] = useState(false);
  const run = (work: () => Promise<void>): void => {
    setBusy(true);
    void work().finally(() => setBusy(false));
  };
  return { busy, run };
}
