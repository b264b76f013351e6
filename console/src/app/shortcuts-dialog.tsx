import { Dialog } from '../ui/dialog.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { navigation } from '../ui/navigation.ts';

const groups: { title: string; rows: [keys: string[], does: string][] }[] = [
  {
    title: 'Everywhere',
    rows: [
      [['Ctrl', 'K'], 'Search pages and commands'],
      [['?'], 'Show this list'],
      [['Esc'], 'Close what is open'],
    ],
  },
  {
    title: 'Go to',
    rows: navigation.flatMap(({ entries }) =>
      entries.map(({ key, title }): [string[], string] => [['g', key], title]),
    ),
  },
  {
    title: 'Inbox',
    rows: [
      [['j'], 'Next'],
      [['k'], 'Previous'],
      [['Enter'], 'Open'],
      [['a'], 'Approve what has the focus'],
      [['r'], 'Reject it, with a reason'],
      [['e'], 'Correct its arguments'],
      [['w'], 'Withdraw your approval of it'],
    ],
  },
  {
    title: 'Playground',
    rows: [
      [['Enter'], 'Send the message'],
      [['Shift', 'Enter'], 'Start a new line'],
      [['/'], 'Go to the message'],
    ],
  },
];

/** All keyboard shortcuts. */
export function ShortcutsDialog({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keyboard shortcuts" className="max-w-2xl">
      <div className="gap-x-10 sm:columns-2">
        {groups.map(({ title, rows }) => (
          <section key={title} className="mb-6 break-inside-avoid">
            <h3 className="mb-2 text-[13px] font-semibold">{title}</h3>
            <dl className="space-y-1.5">
              {rows.map(([keys, does]) => (
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
