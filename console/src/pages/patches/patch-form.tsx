import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { faultIn } from '../../api/api-error.ts';
import type { Patch, PatchDefinition } from '../../api/schema.ts';
import { Checkbox } from '../../ui/field.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { Review } from '../versions/review.tsx';
import type { PublishingProps } from '../versions/kind-of-published.ts';
import { CallFields } from './call-fields.tsx';
import { definitionOf, patchParts } from './definition.ts';
import { IdentityFields } from './identity-fields.tsx';
import { JsonFields } from './json-fields.tsx';
import { fieldsOf, type PatchFields, toDefinition } from './patch-fields.ts';
import { usePublishPatch } from './use-publish-patch.ts';

/** Publishes a patch. The API validates what is sent; what it refuses stands beside its field. */
export function PatchForm({ from, onPublished, onCancel }: PublishingProps<Patch>) {
  const { register, handleSubmit, setError, formState } = useForm<PatchFields>({
    defaultValues: fieldsOf(from),
  });
  const [reviewed, setReviewed] = useState<PatchDefinition>();
  const publish = usePublishPatch(onPublished);
  const submit = handleSubmit((fields) => {
    const read = toDefinition(fields);
    if ('invalid' in read) setError(read.invalid, { message: read.fault });
    else if (from === undefined) publish.mutate(read.definition);
    else setReviewed(read.definition);
  });
  if (reviewed !== undefined && from !== undefined) {
    return (
      <Review
        from={from.version}
        before={patchParts(definitionOf(from))}
        after={patchParts(reviewed)}
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
      <IdentityFields {...fields} isNew={from === undefined} />
      <CallFields {...fields} />
      <Checkbox
        label="Idempotent: the host ignores a second call with the same key"
        {...register('idempotent')}
      />
      <JsonFields {...fields} errors={formState.errors} />
      <FormActions
        action={from === undefined ? 'Publish' : 'Review'}
        error={publish.error}
        busy={publish.isPending}
        onCancel={onCancel}
      />
    </form>
  );
}
