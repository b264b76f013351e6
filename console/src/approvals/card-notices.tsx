import { Button } from '../ui/button.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { DecidedAlready } from './decided-already.ts';

/** Says that the call is another one by now. */
export function ChangedSince({ onShow }: { onShow: () => void }) {
  return (
    <div role="alert" className="mt-4 rounded-lg bg-warn-soft px-3.5 py-2.5 text-sm text-warn">
      <p>This call has changed since it was shown. Review it before you decide.</p>
      <Button size="small" className="mt-2" onClick={onShow}>
        Show the current call
      </Button>
    </div>
  );
}

/** Why a decision was not accepted. */
export function DecisionError({ error }: { error: unknown }) {
  if (!(error instanceof DecidedAlready))
    return <ErrorNotice error={error} mayHaveHappened className="mt-4" />;
  return (
    <p role="alert" className="mt-4 rounded-lg bg-warn-soft px-3.5 py-2.5 text-sm text-warn">
      {error.message}
    </p>
  );
}
