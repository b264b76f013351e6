import { BookOpen, ChevronsUpDown, Keyboard, LogOut, Monitor, Moon, Sun } from 'lucide-react';
import { useSession } from '../session/session.ts';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../ui/menu.tsx';
import { setTheme, type Theme, useTheme } from './theme.ts';
import { useSignOut } from './use-sign-out.ts';

const themes = [
  { theme: 'system', title: 'As the system', icon: Monitor },
  { theme: 'light', title: 'Light', icon: Sun },
  { theme: 'dark', title: 'Dark', icon: Moon },
] as const satisfies { theme: Theme; title: string; icon: typeof Sun }[];

/** The person who is signed in, with their theme, help and sign-out. */
export function PersonMenu({ onShortcuts }: { onShortcuts: () => void }) {
  const { name, roles } = useSession();
  const theme = useTheme();
  const leave = useSignOut();
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          className="flex w-full items-center gap-2.5 rounded-lg px-2 py-1.5 text-left text-sm transition-colors hover:bg-hover"
        >
          <span
            aria-hidden
            className="grid size-7 shrink-0 place-items-center rounded-full bg-accent-soft text-xs font-semibold text-accent uppercase"
          >
            {name.charAt(0)}
          </span>
          <span className="min-w-0 flex-1">
            <span className="block truncate font-medium" title={name}>
              {name}
            </span>
            {roles !== undefined && (
              <span className="block truncate text-xs text-muted">{roles.join(', ')}</span>
            )}
          </span>
          <ChevronsUpDown className="size-4 text-muted" aria-hidden />
        </button>
      }
    >
      <MenuLabel>Theme</MenuLabel>
      {themes.map(({ theme: each, title, icon: Icon }) => (
        <MenuItem key={each} checked={each === theme} onSelect={() => setTheme(each)}>
          <Icon aria-hidden />
          {title}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem onSelect={onShortcuts}>
        <Keyboard aria-hidden />
        Keyboard shortcuts
      </MenuItem>
      <MenuItem onSelect={() => window.open('/docs', '_blank', 'noopener')}>
        <BookOpen aria-hidden />
        API reference
      </MenuItem>
      <MenuSeparator />
      <MenuItem onSelect={leave}>
        <LogOut aria-hidden />
        Sign out
      </MenuItem>
    </Menu>
  );
}
