import { Search } from 'lucide-react';
import { useSession } from '../session/session.ts';
import { Kbd } from '../ui/kbd.tsx';
import { Logo } from '../ui/logo.tsx';
import { PageLinks } from './page-links.tsx';
import { PersonMenu } from './person-menu.tsx';

const modifier = navigator.platform.startsWith('Mac') ? '⌘' : 'Ctrl';

/** The navigation. */
export function SideBar({
  onSearch,
  onShortcuts,
  onNavigate,
}: {
  onSearch: () => void;
  onShortcuts: () => void;
  onNavigate: () => void;
}) {
  const { workspace } = useSession();
  return (
    <div className="flex h-full flex-col">
      <div className="flex items-center gap-2 px-4 pt-4 pb-3">
        <Logo />
        <span
          className="ml-auto max-w-28 truncate rounded-md bg-sunken px-1.5 py-0.5 text-xs font-medium text-muted"
          title={`Workspace ${workspace.name}`}
        >
          {workspace.name}
        </span>
      </div>
      <div className="px-3 pb-2">
        <button
          type="button"
          onClick={onSearch}
          className="flex h-8 w-full items-center gap-2 rounded-lg border bg-surface px-2.5 text-note text-muted shadow-card transition-colors hover:border-line-strong"
        >
          <Search className="size-3.5" aria-hidden />
          Search
          <span className="ml-auto flex gap-0.5" aria-hidden>
            <Kbd>{modifier}</Kbd>
            <Kbd>K</Kbd>
          </span>
        </button>
      </div>
      <PageLinks onNavigate={onNavigate} />
      <div className="border-t p-2">
        <PersonMenu onShortcuts={onShortcuts} />
      </div>
    </div>
  );
}
