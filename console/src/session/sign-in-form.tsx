import { type ReactNode, type SubmitEvent, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Field, Input } from '../ui/field.tsx';

interface Values {
  name: string;
  api_key: string;
}

/** What is wrong with what was entered, by field, in the order of the fields. */
function errorsOf({ name, api_key }: Values, withKey: boolean): Partial<Values> {
  const tooLong = name.length > 255 ? 'At most 255 characters.' : undefined;
  const wrongName = name === '' ? 'Enter your name.' : tooLong;
  return {
    ...(wrongName !== undefined && { name: wrongName }),
    ...(withKey && api_key === '' && { api_key: 'Enter an API key.' }),
  };
}

/** Asks who signs in and, unless a link has done it, with which key. */
export function SignInForm({
  withKey,
  name = '',
  onSubmit,
  children,
}: {
  withKey: boolean;
  /** Who it probably is. */
  name?: string;
  onSubmit: (values: Values) => Promise<void>;
  /** What went wrong. */
  children: ReactNode;
}) {
  const [errors, setErrors] = useState<Partial<Values>>({});
  const [busy, setBusy] = useState(false);
  const fields = { name: useRef<HTMLInputElement>(null), api_key: useRef<HTMLInputElement>(null) };
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    const values = {
      name: fields.name.current?.value.trim() ?? '',
      api_key: fields.api_key.current?.value.trim() ?? '',
    };
    const found = errorsOf(values, withKey);
    setErrors(found);
    if (found.name !== undefined) return fields.name.current?.focus();
    if (found.api_key !== undefined) return fields.api_key.current?.focus();
    setBusy(true);
    try {
      await onSubmit(values);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)} className="space-y-4" noValidate>
      <Field label="Your name" error={errors.name}>
        {(control) => (
          <Input
            {...control}
            ref={fields.name}
            defaultValue={name}
            autoComplete="name"
            autoFocus
            placeholder="Ada Lovelace"
          />
        )}
      </Field>
      {withKey && (
        <Field label="API key" error={errors.api_key}>
          {(control) => (
            <Input
              {...control}
              ref={fields.api_key}
              type="password"
              autoComplete="current-password"
              spellCheck={false}
              placeholder="sk_…"
              className="font-mono"
            />
          )}
        </Field>
      )}
      {children}
      <Button type="submit" look="primary" className="w-full" busy={busy}>
        Sign in
      </Button>
    </form>
  );
}
