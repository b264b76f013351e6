import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { faultIn } from '../../api/api-error.ts';
import { Checkbox, Field, Input } from '../../ui/field.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import type { Endpoint } from './endpoint.ts';
import { type EndpointFields, type EndpointSettings, fieldsOf, settingsOf } from './endpoint-settings.ts';
import { EventsField } from './events-field.tsx';

/** The settings of an endpoint, new or as they are. */
export function EndpointForm({
  endpoint,
  action,
  onSubmit,
  onCancel,
}: {
  endpoint?: Endpoint;
  action: string;
  onSubmit: (settings: EndpointSettings) => Promise<void>;
  onCancel: () => void;
}) {
  const { register, handleSubmit, watch } = useForm<EndpointFields>({ defaultValues: fieldsOf(endpoint) });
  const send = useMutation({ mutationFn: onSubmit });
  const faultOf = (name: string): string | undefined => faultIn(send.error, name)?.message;
  const submit = handleSubmit((fields) => send.mutate(settingsOf(fields, endpoint)));
  return (
    <form onSubmit={(event) => void submit(event)} className="space-y-4">
      <Field label="URL" error={faultOf('url')}>
        {(control) => (
          <Input
            {...control}
            type="url"
            required
            placeholder="https://example.com/webhooks"
            {...register('url')}
          />
        )}
      </Field>
      <Field label="Description (optional)" error={faultOf('description')}>
        {(control) => <Input {...control} {...register('description')} />}
      </Field>
      <EventsField all={watch('all')} register={register} error={faultOf('events')} />
      <Checkbox label="Send ids only, without the events' data" {...register('ids_only')} />
      <FormActions action={action} error={send.error} busy={send.isPending} onCancel={onCancel} />
    </form>
  );
}
