import { visibleLine } from '#contract/words/unseen-characters.ts';
import { wordsOf } from '../../text/words-of.ts';
import { Time } from '../../time/time.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { JsonView } from '../../ui/json-view.tsx';
import type { AuditEntry } from './audit-entries.ts';
import { EntryLink } from './entry-link.tsx';

/** All of an entry. */
export function EntryDialog({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const { seq, type, at, actor, subject_ref, credential, target, hash } = entry;
  return (
    <Dialog open onOpenChange={onClose} title={`Entry ${seq}: ${wordsOf(type)}`} className="max-w-2xl">
      <div className="space-y-4">
        <DescriptionList
          rows={[
            [
              'Type',
              <code key="type" className="font-mono text-xs">
                {type}
              </code>,
            ],
            ['When', <Time key="when" at={at} />],
            ['Who', actor && <bdi>{visibleLine(actor)}</bdi>],
            ['Vouched for by', credential && `${wordsOf(credential.kind)} ${credential.id}`],
            ['For', subject_ref && <bdi>{visibleLine(subject_ref)}</bdi>],
            [
              'About',
              <EntryLink key="about" entry={entry}>
                <span className="break-all">
                  {wordsOf(target.kind)} {visibleLine(target.id)}
                </span>
              </EntryLink>,
            ],
            [
              'Hash',
              <code key="hash" className="font-mono text-xs break-all">
                {hash}
              </code>,
            ],
          ]}
        />
        <JsonView value={entry} label={`Entry ${seq}`} />
      </div>
    </Dialog>
  );
}
