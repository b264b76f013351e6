import { Button } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/dialog.tsx';
import { PartDifferences } from './part-views.tsx';
import type { Part } from './parts.ts';

/** The differences of a new version, before it is published. */
export function Review({
  from,
  before,
  after,
  busy,
  onBack,
  onPublish,
}: {
  /** The version that it begins with. */
  from: number;
  before: Part[];
  after: Part[];
  busy: boolean;
  onBack: () => void;
  onPublish: () => void;
}) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onPublish();
      }}
      className="space-y-4"
    >
      <PartDifferences
        left={before}
        right={after}
        leftLabel={`Version ${from}`}
        rightLabel="The new version"
      />
      <DialogActions>
        <Button onClick={onBack}>Back</Button>
        <Button look="primary" type="submit" autoFocus busy={busy}>
          Publish
        </Button>
      </DialogActions>
    </form>
  );
}
