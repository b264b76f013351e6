import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useId, useState } from 'react';
import { accountText, payeeTitle } from '../../payments/payee-text.ts';
import { foundPayeesQuery, payeeQuery } from '../../payments/queries.ts';
import type { Payee } from '../../api/schema.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Input } from '../../ui/field.tsx';

/** Fewer characters match too many payees to choose from. */
const fewestCharacters = 2;

/** The payee of the payments: the chosen one, or a field that offers those in which a text is found. */
export function PayeeFilter({
  id,
  className,
  onChange,
}: {
  id: string | undefined;
  className: string;
  /** Called with an empty text for "any". */
  onChange: (id: string) => void;
}) {
  const options = useId();
  const [typed, setTyped] = useState('');
  const text = typed.trim();
  const isLong = text.length >= fewestCharacters;
  const { data: found = [] } = useQuery({
    ...foundPayeesQuery(text),
    enabled: isLong && id === undefined,
    placeholderData: keepPreviousData,
  });
  if (id !== undefined) return <ChosenPayee id={id} className={className} onClear={() => onChange('')} />;
  const choose = (value: string): void => {
    setTyped(value);
    const payee = found.find((payee) => optionOf(payee) === value);
    if (payee === undefined) return;
    setTyped('');
    onChange(payee.id);
  };
  return (
    <Field label="Payee" labelHidden className={className}>
      {(control) => (
        <>
          <Input
            {...control}
            type="search"
            list={options}
            value={typed}
            placeholder="Any payee: type a name or an account"
            maxLength={200}
            autoComplete="off"
            onChange={({ target }) => choose(target.value)}
          />
          <datalist id={options}>
            {isLong && found.map((payee) => <option key={payee.id} value={optionOf(payee)} />)}
          </datalist>
        </>
      )}
    </Field>
  );
}

/** The payee whose payments are listed. */
function ChosenPayee({ id, className, onClear }: { id: string; className: string; onClear: () => void }) {
  const { data: payee } = useQuery(payeeQuery(id));
  return (
    <div className={className}>
      <Button className="w-full justify-between" onClick={onClear}>
        <span className="truncate">
          <span className="sr-only">Payments of all payees, not only </span>
          <bdi>{payee === undefined ? id : payeeTitle(payee)}</bdi>
        </span>
        <X aria-hidden />
      </Button>
    </div>
  );
}

/** A payee as it is offered. The account tells payees of one name apart. */
function optionOf(payee: Payee): string {
  return [payeeTitle(payee), accountText(payee)].filter((part) => part !== undefined).join(' · ');
}
