import { Plus, Trash2 } from 'lucide-react';
import { useFieldArray, useForm } from 'react-hook-form';
import { api, madeOf } from '../../api/client.ts';
import type { Agent } from '../../api/schema.ts';
import { Button } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Checkbox, Field, Input, Select, Textarea } from '../../ui/field.tsx';
import { useToasts } from '../../ui/toast.tsx';
import { usePatches } from '../../published/use-patches.ts';
import { usePublishing } from '../versions/use-publishing.ts';
import type { PublishingProps } from '../versions/versions-page.tsx';
import { type AgentFields, fieldsOf, isJsonOrEmpty, toDefinition } from './agent-fields.ts';

const modelClasses = ['fast', 'standard', 'deep', 'scripted'] as const;
const efforts = ['low', 'medium', 'high'] as const;
const risks = ['low', 'medium', 'high', 'critical'] as const;

/** Publishes an agent. The API validates what is sent; what it refuses stands beside its field. */
export function AgentForm({ from, onPublished, onCancel }: PublishingProps<Agent>) {
  const { attempt, error, faultOf } = usePublishing();
  const { register, handleSubmit, control, formState } = useForm<AgentFields>({
    defaultValues: fieldsOf(from),
  });
  const patches = useFieldArray({ control, name: 'patches' });
  const published = usePatches();
  const toasts = useToasts();
  const submit = handleSubmit(
    async (fields) =>
      await attempt(async () => {
        const agent = madeOf(await api.POST('/v1/agents', { body: toDefinition(fields) }));
        for (const { message } of agent.warnings ?? []) toasts.warned('Published, with a warning', message);
        await onPublished(agent);
      }),
  );
  return (
    <form onSubmit={(event) => void submit(event)} className="space-y-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Key" hint="What all versions share." error={faultOf('key')}>
          {(field) => (
            <Input
              {...field}
              required
              readOnly={from !== undefined}
              className="font-mono"
              {...register('key')}
            />
          )}
        </Field>
        <Field label="Name" error={faultOf('name')}>
          {(field) => <Input {...field} required {...register('name')} />}
        </Field>
        <Field label="Model class" error={faultOf('model_class')}>
          {(field) => (
            <Select {...field} {...register('model_class')}>
              {modelClasses.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Default connection (optional)" error={faultOf('connection')}>
          {(field) => <Input {...field} {...register('connection')} />}
        </Field>
      </div>
      <div className="grid gap-4 sm:grid-cols-3">
        <Field label="Most tokens of a reply (optional)" error={faultOf('model.max_output_tokens')}>
          {(field) => <Input {...field} type="number" min={1} {...register('max_output_tokens')} />}
        </Field>
        <Field label="Temperature (optional)" error={faultOf('model.temperature')}>
          {(field) => <Input {...field} inputMode="decimal" {...register('temperature')} />}
        </Field>
        <Field label="Effort" error={faultOf('model.effort')}>
          {(field) => (
            <Select {...field} {...register('effort')}>
              <option value="">The model's own</option>
              {efforts.map((effort) => (
                <option key={effort}>{effort}</option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <Field label="Instructions" error={faultOf('instructions')}>
        {(field) => <Textarea {...field} required rows={6} {...register('instructions')} />}
      </Field>
      <fieldset>
        <legend className="mb-1.5 text-[13px] font-medium">Patches</legend>
        <datalist id="published-patches">
          {published.data?.map(({ ref }) => (
            <option key={ref} value={ref} />
          ))}
        </datalist>
        <ul className="space-y-2">
          {patches.fields.map(({ id }, index) => (
            <li key={id}>
              <div className="flex flex-wrap items-center gap-2">
                <Input
                  list="published-patches"
                  aria-label={`Patch ${index + 1}`}
                  placeholder="send_payment@1"
                  required
                  className="min-w-40 flex-1 font-mono"
                  {...register(`patches.${index}.ref`)}
                />
                <Select
                  aria-label={`Risk of patch ${index + 1}`}
                  className="w-36"
                  {...register(`patches.${index}.risk`)}
                >
                  <option value="">Its own risk</option>
                  {risks.map((risk) => (
                    <option key={risk}>{risk}</option>
                  ))}
                </Select>
                <Checkbox label="Always ask" {...register(`patches.${index}.gate`)} />
                <Button
                  look="quiet"
                  size="icon"
                  aria-label={`Remove patch ${index + 1}`}
                  onClick={() => patches.remove(index)}
                >
                  <Trash2 aria-hidden />
                </Button>
              </div>
              {faultOf(`patches.${index}`) !== undefined && (
                <p className="mt-1 text-[13px] text-bad">{faultOf(`patches.${index}`)}</p>
              )}
            </li>
          ))}
        </ul>
        <Button
          size="small"
          className="mt-2"
          onClick={() => patches.append({ ref: '', risk: '', gate: false })}
        >
          <Plus aria-hidden /> Add a patch
        </Button>
      </fieldset>
      <div className="grid gap-4 sm:grid-cols-3">
        <Field label="Most turns" error={faultOf('limits.max_turns')}>
          {(field) => <Input {...field} type="number" min={1} required {...register('max_turns')} />}
        </Field>
        <Field label="Most credits (optional)" error={faultOf('limits.max_credits')}>
          {(field) => <Input {...field} inputMode="decimal" {...register('max_credits')} />}
        </Field>
        <Field label="A pause ends after (days)" error={faultOf('limits.pause_ttl_seconds')}>
          {(field) => <Input {...field} inputMode="decimal" required {...register('pause_days')} />}
        </Field>
      </div>
      <Field
        label="Reply schema (optional)"
        hint="JSON Schema 2020-12 of the reply. The agent then replies with data."
        error={formState.errors.reply_schema?.message ?? faultOf('reply_schema')}
      >
        {(field) => (
          <Textarea
            {...field}
            rows={4}
            spellCheck={false}
            className="font-mono text-xs"
            {...register('reply_schema', { validate: (text) => isJsonOrEmpty(text) || 'must be JSON' })}
          />
        )}
      </Field>
      {error !== undefined && <ErrorNotice error={error} />}
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button look="primary" type="submit" busy={formState.isSubmitting}>
          Publish
        </Button>
      </DialogActions>
    </form>
  );
}
