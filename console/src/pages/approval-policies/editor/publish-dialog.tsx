import { asApiError } from '../../../api/api-error.ts';
import type { ApprovalPolicy } from '../../../api/schema.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { ErrorNotice } from '../../../ui/error-notice.tsx';
import { TextDiff } from '../../../ui/text-diff.tsx';
import { shownJson } from '#contract/words/shown-json.ts';
import { definitionOf } from '../approval-policies-page.tsx';
import { PolicyInWords } from '../policy-in-words.tsx';
import { type Draft, draftText } from './model/draft.ts';
import { usePublishPolicy } from './use-publish-policy.ts';

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
  const publish = usePublishPolicy(newest);
  const isInvalid = publish.isError && asApiError(publish.error).status === 422;
  const proposed = publish.isError && asApiError(publish.error).code === 'change_proposed';
  const send = (): void =>
    publish.mutate(draft, {
      onError: (error) => {
        if (asApiError(error).status === 422) onRefused(error);
      },
    });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={
        newest === undefined
          ? 'Publish the policy?'
          : `Publish version ${newest.version + 1} of ${newest.key}?`
      }
      description="It applies to every later call."
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
        {publish.isError && !isInvalid && <ErrorNotice error={publish.error} />}
        <DialogActions>
          <Button onClick={onClose}>{proposed ? 'Close' : 'Cancel'}</Button>
          {!proposed && (
            <Button needs="admin" look="primary" busy={publish.isPending} onClick={send}>
              Publish
            </Button>
          )}
        </DialogActions>
      </div>
    </Dialog>
  );
}
