import { ArrowUp } from 'lucide-react';
import { Button } from '../../ui/button.tsx';

/** Sends what was written. */
export function SendButton({ busy, disabled }: { busy: boolean; disabled: boolean }) {
  return (
    <Button
      needs="maker"
      type="submit"
      look="primary"
      size="icon"
      aria-label="Send"
      busy={busy}
      disabled={disabled}
    >
      {!busy && <ArrowUp aria-hidden />}
    </Button>
  );
}
