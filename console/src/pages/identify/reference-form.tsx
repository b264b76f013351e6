import type { FormEvent } from 'react';
import { faultIn } from '../../api/api-error.ts';
import { Button } from '../../ui/button.tsx';
import type { Rail } from './rails.ts';
import { ReferenceFields } from './reference-fields.tsx';

/** Asks for a reference. */
export function ReferenceForm({
  rail,
  busy,
  error,
  onRail,
  onLookup,
}: {
  rail: Rail;
  busy: boolean;
  error: unknown;
  onRail: (rail: Rail) => void;
  onLookup: (form: FormData) => void;
}) {
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    onLookup(new FormData(event.currentTarget));
  };
  return (
    <form onSubmit={submit} className="space-y-4 p-5">
      <ReferenceFields rail={rail} faultOf={(name) => faultIn(error, name)?.message} onRail={onRail} />
      <Button needs="maker" look="primary" type="submit" busy={busy} className="w-full">
        Identify
      </Button>
    </form>
  );
}
