import { useForm } from 'react-hook-form';
import { useState } from 'react';
import { faultsOf } from '../../api/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Checkbox, Field, Input } from '../../ui/field.tsx';
import type { Schema } from '../../api/schema.ts';
import type { Endpoint } from './endpoint.ts';

type EventType = Exclude<Schema<'WebhookEndpoint'>['events'][number], '*'>;

/** Each type that a webhook endpoint can ask for. The compiler refuses a list that lacks one. */
const everyType: Record<EventType, true> = {
  'run.started': true,
  'run.completed': true,
  'run.failed': true,
  'elicitation.requested': true,
  'action.proposed': true,
  'write.confirmation_requested': true,
  'write.approval_recorded': true,
  'approval.reminder': true,
  'approval.escalated': true,
  'handoff.requested': true,
  'message.completed': true,
  'tool_call.started': true,
  'tool_call.completed': true,
  'plan.updated': true,
  'extract.completed': true,
  'extract.failed': true,
};

/** The types of events that are sent to webhook endpoints. */
const eventTypes = Object.keys(everyType) as EventType[];

/** What a person chooses about an endpoint. */
export type EndpointSettings = Pick<Endpoint, 'url' | 'events' | 'ids_only' | 'enabled'> & {
  description?: string;
};

interface Form {
  url: string;
  description: string;
  ids_only: boolean;
  all: boolean;
  chosen: string[];
}

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
  const [error, setError] = useState<unknown>();
  const { register, handleSubmit, watch, formState } = useForm<Form>({
    defaultValues: {
      url: endpoint?.url ?? '',
      description: endpoint?.description ?? '',
      ids_only: endpoint?.ids_only ?? false,
      all: endpoint?.events.includes('*') ?? true,
      chosen: endpoint?.events.filter((type) => type !== '*') ?? [],
    },
  });
  const all = watch('all');
  const faultOf = (name: string): string | undefined =>
    faultsOf(error).find(({ path }) => path === name || path.startsWith(`${name}.`))?.message;
  const submit = handleSubmit(async ({ url, description, ids_only, all, chosen }) => {
    setError(undefined);
    const events: Endpoint['events'] = all ? ['*'] : eventTypes.filter((type) => chosen.includes(type));
    try {
      await onSubmit({
        url: url.trim(),
        events,
        ids_only,
        enabled: endpoint?.enabled ?? true,
        // A change takes an empty text as "remove it"; a new endpoint goes without.
        ...((description !== '' || endpoint !== undefined) && { description: description.trim() }),
      });
    } catch (error) {
      setError(error);
    }
  });
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
      <fieldset className="space-y-2">
        <legend className="mb-1.5 text-note font-medium">Events</legend>
        <Checkbox label="All, also types that are added later" {...register('all')} />
        {!all && (
          <div className="grid grid-cols-1 gap-1.5 pl-6 sm:grid-cols-2">
            {eventTypes.map((type) => (
              <Checkbox
                key={type}
                value={type}
                label={<code className="font-mono text-xs">{type}</code>}
                {...register('chosen')}
              />
            ))}
          </div>
        )}
        {faultOf('events') !== undefined && <p className="text-note text-bad">{faultOf('events')}</p>}
      </fieldset>
      <Checkbox label="Send ids only, without the events' data" {...register('ids_only')} />
      {error !== undefined && <ErrorNotice error={error} />}
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button look="primary" type="submit" busy={formState.isSubmitting}>
          {action}
        </Button>
      </DialogActions>
    </form>
  );
}
