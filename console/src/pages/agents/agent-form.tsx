import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { faultIn } from '../../api/api-error.ts';
import type { Agent, AgentDefinition } from '../../api/schema.ts';
import { FormActions } from '../../ui/form-actions.tsx';
import { Review } from '../versions/review.tsx';
import type { PublishingProps } from '../versions/kind-of-published.ts';
import { type AgentFields, fieldsOf, toDefinition } from './agent-fields.ts';
import { agentParts, definitionParts } from './agent-parts.ts';
import { IdentityFields } from './identity-fields.tsx';
import { LimitFields, ModelFields } from './number-fields.tsx';
import { PatchFields } from './patch-fields.tsx';
import { ContextField, InstructionsField, ReplySchemaField } from './text-fields.tsx';
import { usePublishAgent } from './use-publish-agent.ts';

/** Publishes an agent. The API validates what is sent; what it refuses stands beside its field. */
export function AgentForm({ from, onPublished, onCancel }: PublishingProps<Agent>) {
  const { register, handleSubmit, control, formState } = useForm<AgentFields>({
    defaultValues: fieldsOf(from),
  });
  const [reviewed, setReviewed] = useState<AgentDefinition>();
  const publish = usePublishAgent(onPublished);
  const submit = handleSubmit((fields) => {
    const definition = toDefinition(fields);
    if (from === undefined) publish.mutate(definition);
    else setReviewed(definition);
  });
  if (reviewed !== undefined && from !== undefined) {
    return (
      <Review
        from={from.version}
        before={agentParts(from)}
        after={definitionParts(reviewed)}
        busy={publish.isPending}
        onBack={() => setReviewed(undefined)}
        // The API's errors stand beside their fields.
        onPublish={() => publish.mutate(reviewed, { onError: () => setReviewed(undefined) })}
      />
    );
  }
  const faultOf = (name: string): string | undefined => faultIn(publish.error, name)?.message;
  const fields = { register, faultOf };
  return (
    <form onSubmit={(event) => void submit(event)} className="space-y-4">
      <IdentityFields {...fields} from={from} />
      <ModelFields {...fields} />
      <InstructionsField {...fields} />
      <PatchFields {...fields} control={control} />
      <LimitFields {...fields} />
      <ContextField {...fields} error={formState.errors.context?.message} />
      <ReplySchemaField {...fields} error={formState.errors.reply_schema?.message} />
      <FormActions
        action={from === undefined ? 'Publish' : 'Review'}
        error={publish.error}
        busy={publish.isPending}
        onCancel={onCancel}
      />
    </form>
  );
}
