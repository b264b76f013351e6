import { useNavigate } from '@tanstack/react-router';
import { Command } from 'cmdk';
import { CornerDownLeft, Hash, LogOut, type LucideIcon, Moon, Plus, Sun } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { Kbd } from '../ui/kbd.tsx';
import { navigation } from '../ui/navigation.ts';
import { useSignOut } from './person-menu.tsx';
import { setTheme } from './theme.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Finds pages and commands by what one types, and opens a run or thread by its id. */
export default function CommandPalette({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const navigate = useNavigate();
  const signOut = useSignOut();
  const run = (action: () => unknown) => (): void => {
    onClose();
    action();
  };
  const id = typed.trim().toLowerCase();
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
              {uuid.test(id) && (
                <Command.Group heading="By id" className={group} forceMount>
                  <Item
                    icon={Hash}
                    value={`run ${id}`}
                    onSelect={run(() => navigate({ to: '/runs/$runId', params: { runId: id } }))}
                  >
                    Open the run
                  </Item>
                  <Item
                    icon={Hash}
                    value={`thread ${id}`}
                    onSelect={run(() => navigate({ to: '/playground', search: { thread: id } }))}
                  >
                    Open the thread in the playground
                  </Item>
                </Command.Group>
              )}
              <Command.Group heading="Pages" className={group}>
                {navigation
                  .flatMap(({ entries }) => entries)
                  .map(({ to, title, icon, key, words = '' }) => (
                    <Item
                      key={to}
                      icon={icon}
                      value={title}
                      keywords={words.split(' ')}
                      onSelect={run(() => navigate({ to }))}
                      keys={['g', key]}
                    >
                      {title}
                    </Item>
                  ))}
              </Command.Group>
              <Command.Group heading="Commands" className={group}>
                <Item
                  icon={Plus}
                  value="New conversation"
                  onSelect={run(() => navigate({ to: '/playground' }))}
                >
                  New conversation
                </Item>
                <Item icon={Sun} value="Light theme" onSelect={run(() => setTheme('light'))}>
                  Light theme
                </Item>
                <Item icon={Moon} value="Dark theme" onSelect={run(() => setTheme('dark'))}>
                  Dark theme
                </Item>
                <Item icon={LogOut} value="Sign out" onSelect={run(signOut)}>
                  Sign out
                </Item>
              </Command.Group>
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

const group =
  '[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-muted';

function Item({
  icon: Icon,
  value,
  keywords,
  onSelect,
  keys,
  children,
}: {
  icon: LucideIcon;
  value: string;
  keywords?: string[];
  onSelect: () => void;
  keys?: string[];
  children: ReactNode;
}) {
  return (
    <Command.Item
      value={value}
      {...(keywords && { keywords })}
      onSelect={onSelect}
      className="flex h-9 cursor-pointer items-center gap-3 rounded-lg px-3 text-sm data-[selected=true]:bg-accent-soft data-[selected=true]:text-accent [&_svg]:size-4"
    >
      <Icon aria-hidden />
      {children}
      {keys !== undefined && (
        <span className="ml-auto flex gap-1">
          {keys.map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
        </span>
      )}
    </Command.Item>
  );
}
