import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '../ui/button.tsx';
import { Field, Input } from '../ui/field.tsx';

interface Values {
  name: string;
  api_key: string;
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
  const {
    register,
    handleSubmit,
    formState: { errors, isSubmitting },
  } = useForm<Values>({ defaultValues: { name, api_key: '' } });
  const submit = handleSubmit(
    async ({ name, api_key }) =>
      await onSubmit({ name: name.trim(), api_key: withKey ? api_key.trim() : '' }),
  );
  return (
    <form onSubmit={(event) => void submit(event)} className="space-y-4" noValidate>
      <Field label="Your name" error={errors.name?.message}>
        {(control) => (
          <Input
            {...control}
            {...register('name', {
              validate: (name) => name.trim() !== '' || 'Enter your name.',
              maxLength: { value: 255, message: 'At most 255 characters.' },
            })}
            autoComplete="name"
            autoFocus
            placeholder="Ada Lovelace"
          />
        )}
      </Field>
      {withKey && (
        <Field label="API key" error={errors.api_key?.message}>
          {(control) => (
            <Input
              {...control}
              {...register('api_key', { validate: (key) => key.trim() !== '' || 'Enter an API key.' })}
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
      <Button type="submit" look="primary" className="w-full" busy={isSubmitting}>
        Sign in
      </Button>
    </form>
  );
}
