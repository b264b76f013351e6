import { useMutation } from '@tanstack/react-query';
import { type ReactNode, type SubmitEvent, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Field, Input } from '../ui/field.tsx';
import { errorsOf, type SignInValues } from './sign-in-values.ts';

/** Asks who signs in and, unless a link has done it, with which key. */
export function SignInForm({
  withKey,
  name = '',
  onSubmit,
  children,
}: {
  withKey: boolean;
  /** The probable name. */
  name?: string;
  onSubmit: (values: SignInValues) => Promise<unknown>;
  /** The error. */
  children: ReactNode;
}) {
  const [errors, setErrors] = useState<Partial<SignInValues>>({});
  const send = useMutation({ mutationFn: onSubmit });
  const fields = { name: useRef<HTMLInputElement>(null), api_key: useRef<HTMLInputElement>(null) };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (send.isPending) return;
    const values = {
      name: fields.name.current?.value.trim() ?? '',
      api_key: fields.api_key.current?.value.trim() ?? '',
    };
    const found = errorsOf(values, withKey);
    setErrors(found);
    if (found.name !== undefined) return fields.name.current?.focus();
    if (found.api_key !== undefined) return fields.api_key.current?.focus();
    send.mutate(values);
  };
  return (
    <form onSubmit={submit} className="space-y-4" noValidate>
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
      <Button type="submit" look="primary" className="w-full" busy={send.isPending}>
        Sign in
      </Button>
    </form>
  );
}
