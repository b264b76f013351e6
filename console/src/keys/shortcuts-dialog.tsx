import { Dialog } from '../ui/dialog.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { shortcutGroups } from './shortcut-groups.ts';

/** All keyboard shortcuts. */
export default function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={onClose} title="Keyboard shortcuts" className="max-w-2xl">
      <div className="gap-x-10 sm:columns-2">
        {shortcutGroups.map(({ title, rows }) => (
          <section key={title} className="mb-6 break-inside-avoid">
            <h3 className="mb-2 text-note font-semibold">{title}</h3>
            <dl className="space-y-1.5">
              {rows.map(({ keys, does }) => (
                <div key={does} className="flex items-center gap-4 text-sm">
                  <dt className="text-muted">{does}</dt>
                  <dd className="ml-auto flex gap-1">
                    {keys.map((key) => (
                      <Kbd key={key}>{key}</Kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
