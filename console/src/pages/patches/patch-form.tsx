import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { api, madeOf } from '../../api/client.ts';
import type { Patch, Schema } from '../../api/schema.ts';
import { Button } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Checkbox, Field, Input, Select, Textarea } from '../../ui/field.tsx';
import { Review } from '../versions/review.tsx';
import { usePublishing } from '../versions/use-publishing.ts';
import type { PublishingProps } from '../versions/versions-page.tsx';
import { definitionOf, patchParts } from './definition.ts';
import { fieldsOf, type PatchFields, toDefinition } from './patch-fields.ts';

const interactions = ['silent', 'interactive', 'handoff', 'proposed_action'] as const;
const risks = ['low', 'medium', 'high', 'critical'] as const;
const retries = ['none', 'safe', 'always'] as const;

/** The parts of a definition that are written as JSON. */
const jsonFields = [
  { name: 'input_schema', label: 'Input schema', hint: 'JSON Schema 2020-12 of the arguments.', rows: 8 },
  { name: 'request', label: 'Request (optional)', hint: 'What a silent patch sends, as JSON.', rows: 5 },
  { name: 'summary', label: 'Summary (optional)', hint: 'What an approver reads, as JSON.', rows: 4 },
  {
    name: 'redact',
    label: 'Redaction (optional)',
    hint: 'What traces and events do not show, as JSON.',
    rows: 3,
  },
] as const;

/** Publishes a patch. The API validates what is sent; what it refuses stands beside its field. */
export function PatchForm({ from, onPublished, onCancel }: PublishingProps<Patch>) {
  const { attempt, error, faultOf } = usePublishing();
  const { register, handleSubmit, setError, formState } = useForm<PatchFields>({
    defaultValues: fieldsOf(from),
  });
  const [reviewed, setReviewed] = useState<Schema<'PatchDefinition'>>();
  const publish = async (body: Schema<'PatchDefinition'>): Promise<void> =>
    await onPublished(madeOf(await api.POST('/v1/patches', { body })));
  const submit = handleSubmit(async (fields) => {
    const definition = toDefinition(fields);
    if ('invalid' in definition) {
      setError(definition.invalid, { message: 'must be JSON' });
      return;
    }
    if (from === undefined) await attempt(async () => await publish(definition.definition));
    else setReviewed(definition.definition);
  });
  if (reviewed !== undefined && from !== undefined) {
    return (
      <Review
        from={from.version}
        before={patchParts(definitionOf(from))}
        after={patchParts(reviewed)}
        onBack={() => setReviewed(undefined)}
        // What the API refuses stands beside its field.
        onPublish={async () =>
          await attempt(
            async () => await publish(reviewed),
            () => setReviewed(undefined),
          )
        }
      />
    );
  }
  return (
    <form onSubmit={(event) => void submit(event)} className="space-y-4">
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Field label="Key" hint="What the model calls, and all versions share." error={faultOf('key')}>
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
        <Field label="Interaction" error={faultOf('interaction')}>
          {(field) => (
            <Select {...field} {...register('interaction')}>
              {interactions.map((name) => (
                <option key={name} value={name}>
                  {name.replace('_', ' ')}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <Field label="Description" hint="Tells the model what it does." error={faultOf('description')}>
        {(field) => <Textarea {...field} required rows={3} {...register('description')} />}
      </Field>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Field label="Risk" error={faultOf('risk')}>
          {(field) => (
            <Select {...field} {...register('risk')}>
              {risks.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Retry" error={faultOf('reliability.retry')}>
          {(field) => (
            <Select {...field} {...register('retry')}>
              {retries.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Timeout (seconds)" error={faultOf('timeout_seconds')}>
          {(field) => (
            <Input {...field} type="number" min={1} max={300} required {...register('timeout_seconds')} />
          )}
        </Field>
        <Field label="Price (credits, optional)" error={faultOf('price_credits')}>
          {(field) => <Input {...field} inputMode="decimal" {...register('price_credits')} />}
        </Field>
      </div>
      <Checkbox
        label="Idempotent: the host ignores a second call with the same key"
        {...register('idempotent')}
      />
      {jsonFields.map(({ name, label, hint, rows }) => (
        <Field key={name} label={label} hint={hint} error={formState.errors[name]?.message ?? faultOf(name)}>
          {(field) => (
            <Textarea
              {...field}
              rows={rows}
              spellCheck={false}
              className="field-sizing-content max-h-[50vh] font-mono text-xs leading-5"
              {...register(name)}
            />
          )}
        </Field>
      ))}
      {error !== undefined && <ErrorNotice error={error} />}
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button look="primary" type="submit" busy={formState.isSubmitting}>
          {from === undefined ? 'Publish' : 'Review'}
        </Button>
      </DialogActions>
    </form>
  );
}
