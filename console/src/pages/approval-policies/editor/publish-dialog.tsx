import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { asApiError } from '../../../api/api-error.ts';
import { api, madeOf } from '../../../api/client.ts';
import type { Schema } from '../../../api/schema.ts';
import { type ApprovalPolicy, policiesKey } from '../../../published/use-policies.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { ErrorNotice } from '../../../ui/error-notice.tsx';
import { TextDiff } from '../../../ui/text-diff.tsx';
import { useToasts } from '../../../ui/toast.tsx';
import { shownJson } from '#contract/shown-json.ts';
import { definitionOf } from '../approval-policies-page.tsx';
import { PolicyInWords } from '../policy-in-words.tsx';
import { type Draft, draftText } from './model/draft.ts';

/** Shows what will apply, beside what applies now, and publishes it, or proposes it where that needs two people. */
export function PublishDialog({
  draft,
  newest,
  onClose,
  onRefused,
}: {
  draft: Draft;
  newest: ApprovalPolicy | undefined;
  onClose: () => void;
  /** The draft is not valid: the form shows why. */
  onRefused: (error: unknown) => void;
}) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const toasts = useToasts();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const proposed = error !== undefined && asApiError(error).code === 'change_proposed';
  const publish = async (): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      // The API decides whether it is valid.
      const body = draft as unknown as Schema<'ApprovalPolicyDefinition'>;
      const { ref, key } = madeOf(await api.POST('/v1/approval-policies', { body }));
      toasts.done(ref === newest?.ref ? `${ref} says the same: nothing is published` : `Published ${ref}`);
      await queries.invalidateQueries({ queryKey: policiesKey });
      await navigate({ to: '/approval-policies', search: { key } });
    } catch (error) {
      if (asApiError(error).status === 422) onRefused(error);
      else setError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={
        newest === undefined
          ? 'Publish the policy?'
          : `Publish version ${newest.version + 1} of ${newest.key}?`
      }
      description="It applies to every call that is made from then on."
      className="max-w-4xl"
    >
      <div className="space-y-4">
        <PolicyInWords policy={draft} />
        {newest !== undefined && (
          <TextDiff
            label="Policy"
            left={shownJson(draftText(definitionOf(newest)))}
            right={shownJson(draftText(draft))}
            leftLabel={`Version ${newest.version}`}
            rightLabel="This draft"
          />
        )}
        {error !== undefined && <ErrorNotice error={error} />}
        <DialogActions>
          <Button onClick={onClose}>{proposed ? 'Close' : 'Cancel'}</Button>
          {!proposed && (
            <Button needs="admin" look="primary" busy={busy} onClick={() => void publish()}>
              Publish
            </Button>
          )}
        </DialogActions>
      </div>
    </Dialog>
  );
}
