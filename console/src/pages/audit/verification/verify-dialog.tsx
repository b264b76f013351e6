import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { Progress } from '../progress.tsx';
import { readKeys, type StatementKeys } from '../../../statements/statement.ts';
import { KeptFields } from './kept-fields.tsx';
import { VerificationResult } from './verification-result.tsx';
import { type LogVerification, verifyLog } from './verify-log.ts';

type State =
  | { name: 'asking' }
  | { name: 'verifying'; entries: number; of: number }
  | { name: 'failed'; message: string }
  | { name: 'verified'; result: LogVerification };

/** Verifies the log in the browser, and says what was verified and what was found. */
export function VerifyDialog({ onClose }: { onClose: () => void }) {
  const [state, setState] = useState<State>({ name: 'asking' });
  const [heads, setHeads] = useState('');
  const [keys, setKeys] = useState('');
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const verify = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const controller = new AbortController();
    running.current = controller;
    setState({ name: 'verifying', entries: 0, of: 0 });
    try {
      const keptKeys: StatementKeys | undefined = keys.trim() === '' ? undefined : readKeys(keys);
      const { signal } = controller;
      const onProgress = (entries: number, of: number): void => setState({ name: 'verifying', entries, of });
      const result = await verifyLog({ keptHeads: heads, keptKeys, signal, onProgress });
      setState({ name: 'verified', result });
    } catch (error) {
      if (controller.signal.aborted) setState({ name: 'asking' });
      else setState({ name: 'failed', message: error instanceof Error ? error.message : String(error) });
    }
  };
  const isVerifying = state.name === 'verifying';
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Verify the audit log"
      description="Your browser reads every entry, computes its hash again, and compares the chain with signed heads."
      className="max-w-2xl"
    >
      <form className="space-y-4" onSubmit={(event) => void verify(event)}>
        {state.name === 'verified' ? (
          <VerificationResult result={state.result} />
        ) : (
          <KeptFields heads={heads} keys={keys} onHeads={setHeads} onKeys={setKeys} disabled={isVerifying} />
        )}
        {isVerifying && <Progress done={state.entries} of={state.of} what="entries" />}
        {state.name === 'failed' && (
          <p
            role="alert"
            className="rounded-lg border border-bad/30 bg-bad-soft px-4 py-3 text-sm break-words"
          >
            <span className="font-medium">Nothing was verified.</span> {state.message}
          </p>
        )}
        <DialogActions>
          {isVerifying ? (
            <Button onClick={() => running.current?.abort()}>Stop</Button>
          ) : (
            <Button onClick={onClose}>Close</Button>
          )}
          {/* Keys, because one element that became the submit button during its click would submit the form. */}
          {state.name === 'verified' ? (
            <Button key="again" onClick={() => setState({ name: 'asking' })}>
              Verify again
            </Button>
          ) : (
            <Button key="verify" needs="auditor" look="primary" type="submit" busy={isVerifying}>
              Verify
            </Button>
          )}
        </DialogActions>
      </form>
    </Dialog>
  );
}
