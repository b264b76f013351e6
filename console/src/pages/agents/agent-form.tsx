import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Agent, Schema } from '../../api/schema.ts';
import { Button } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Field, Input, Select, Textarea } from '../../ui/field.tsx';
import { Review } from '../versions/review.tsx';
import { usePublishing } from '../versions/use-publishing.ts';
import type { PublishingProps } from '../versions/versions-page.tsx';
import { type AgentFields, fieldsOf, isJsonOrEmpty, toDefinition } from './agent-fields.ts';
import { agentParts, definitionParts } from './agent-parts.ts';
import { ConnectionSelect } from './connection-select.tsx';
import { LimitFields, ModelFields } from './number-fields.tsx';
import { PatchFields } from './patch-fields.tsx';
import { usePublishAgent } from './use-publish-agent.ts';

const modelClasses = ['fast', 'standard', 'deep', 'scripted'] as const;

/** Publishes an agent. The API validates what is sent; what it refuses stands beside its field. */
export function AgentForm({ from, onPublished, onCancel }: PublishingProps<Agent>) {
  const { attempt, error, faultOf } = usePublishing();
  const { register, handleSubmit, control, formState } = useForm<AgentFields>({
    defaultValues: fieldsOf(from),
  });
  const [reviewed, setReviewed] = useState<Schema<'AgentDefinition'>>();
  const publish = usePublishAgent(onPublished);
  const submit = handleSubmit(async (fields) => {
    const definition = toDefinition(fields);
    if (from === undefined) await attempt(async () => await publish(definition));
    else setReviewed(definition);
  });
  if (reviewed !== undefined && from !== undefined) {
    return (
      <Review
        from={from.version}
        before={agentParts(from)}
        after={definitionParts(reviewed)}
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
        <Field label="Default connection" error={faultOf('connection')}>
          {(field) => <ConnectionSelect {...field} {...register('connection')} current={from?.connection} />}
        </Field>
      </div>
      <ModelFields register={register} faultOf={faultOf} />
      <Field label="Instructions" error={faultOf('instructions')}>
        {(field) => (
          <Textarea
            {...field}
            required
            className="field-sizing-content max-h-[60vh] min-h-60 leading-6"
            {...register('instructions')}
          />
        )}
      </Field>
      <PatchFields control={control} register={register} faultOf={faultOf} />
      <LimitFields register={register} faultOf={faultOf} />
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
          {from === undefined ? 'Publish' : 'Review'}
        </Button>
      </DialogActions>
    </form>
  );
}
