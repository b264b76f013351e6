import { LogOut, Moon, Plus, Sun } from 'lucide-react';
import { navigation } from '../../ui/navigation.ts';
import { setTheme } from '../theme.ts';
import { PaletteGroup } from './palette-group.tsx';
import { PaletteItem } from './palette-item.tsx';
import type { usePaletteActions } from './use-palette-actions.ts';

type Actions = ReturnType<typeof usePaletteActions>;

/** The pages of the navigation. */
export function PageItems({ goTo }: Pick<Actions, 'goTo'>) {
  return (
    <PaletteGroup heading="Pages">
      {navigation
        .flatMap(({ entries }) => entries)
        .map(({ to, title, icon, key, words = '' }) => (
          <PaletteItem
            key={to}
            icon={icon}
            value={title}
            keywords={words.split(' ')}
            onSelect={goTo({ to })}
            keys={['g', key]}
          >
            {title}
          </PaletteItem>
        ))}
    </PaletteGroup>
  );
}

/** Commands that work on every page. */
export function CommandItems({ goTo, closing, signOut }: Actions) {
  return (
    <PaletteGroup heading="Commands">
      <PaletteItem icon={Plus} value="New conversation" onSelect={goTo({ to: '/playground' })}>
        New conversation
      </PaletteItem>
      <PaletteItem icon={Sun} value="Light theme" onSelect={closing(() => setTheme('light'))}>
        Light theme
      </PaletteItem>
      <PaletteItem icon={Moon} value="Dark theme" onSelect={closing(() => setTheme('dark'))}>
        Dark theme
      </PaletteItem>
      <PaletteItem icon={LogOut} value="Sign out" onSelect={signOut}>
        Sign out
      </PaletteItem>
    </PaletteGroup>
  );
}
