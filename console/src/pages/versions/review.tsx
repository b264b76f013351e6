import { useMutation } from '@tanstack/react-query';
import { Button } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { PartDifferences } from './part-views.tsx';
import type { Part } from './parts.ts';

/** What a new version changes, before it is published. */
export function Review({
  from,
  before,
  after,
  onBack,
  onPublish,
}: {
  /** The version that it begins with. */
  from: number;
  before: Part[];
  after: Part[];
  onBack: () => void;
  onPublish: () => Promise<void>;
}) {
  const publish = useMutation({ mutationFn: onPublish });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        publish.mutate();
      }}
      className="space-y-4"
    >
      <PartDifferences
        left={before}
        right={after}
        leftLabel={`Version ${from}`}
        rightLabel="The new version"
      />
      {publish.isError && <ErrorNotice error={publish.error} />}
      <DialogActions>
        <Button onClick={onBack}>Back</Button>
        <Button look="primary" type="submit" autoFocus busy={publish.isPending}>
          Publish
        </Button>
      </DialogActions>
    </form>
  );
}
