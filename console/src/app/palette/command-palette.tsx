import { Command } from 'cmdk';
import { CornerDownLeft } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useState } from 'react';
import { CommandItems, PageItems } from './items.tsx';
import { ItemsById } from './items-by-id.tsx';
import { usePaletteActions } from './use-palette-actions.ts';

/** Finds pages and commands by what one types, and opens a run or thread by its id. */
export default function CommandPalette({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const actions = usePaletteActions(onClose);
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <div className="fixed inset-0 z-40 animate-fade-in bg-black/40" aria-hidden />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed top-[12vh] left-1/2 z-50 w-[calc(100vw-2rem)] max-w-xl -translate-x-1/2 animate-appear overflow-hidden rounded-2xl border bg-surface shadow-float outline-none"
        >
          <Dialog.Title className="sr-only">Search and commands</Dialog.Title>
          <Command label="Search and commands" loop>
            <Command.Input
              value={typed}
              onValueChange={setTyped}
              placeholder="Search pages and commands, or paste an id"
              className="h-13 w-full border-b bg-transparent px-5 text-prose outline-none placeholder:text-muted"
            />
            <Command.List className="max-h-96 overflow-y-auto p-2" aria-label="Results">
              <Command.Empty className="px-3 py-8 text-center text-sm text-muted">
                Nothing found
              </Command.Empty>
              <ItemsById id={typed.trim().toLowerCase()} goTo={actions.goTo} />
              <PageItems goTo={actions.goTo} />
              <CommandItems {...actions} />
            </Command.List>
            <div className="flex items-center gap-1.5 border-t px-4 py-2 text-xs text-muted">
              <CornerDownLeft className="size-3.5" aria-hidden /> to open
            </div>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
