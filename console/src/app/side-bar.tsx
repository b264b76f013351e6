import { Link } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useSession } from '../session/session.ts';
import { Kbd } from '../ui/kbd.tsx';
import { Logo } from '../ui/logo.tsx';
import { navigation } from '../ui/navigation.ts';
import { useWaitingCount } from '../inbox-news/waiting-query.ts';
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
      <nav aria-label="Pages" className="min-h-0 flex-1 overflow-y-auto px-3 pb-4">
        {navigation.map(({ title, entries }) => (
          <div key={title} className="mt-3">
            <p className="px-2.5 pb-1 text-xs font-medium text-muted">{title}</p>
            <ul>
              {entries.map(({ to, title, icon: Icon }) => (
                <li key={to}>
                  <Link
                    to={to}
                    onClick={onNavigate}
                    className="flex h-8 items-center gap-2.5 rounded-lg px-2.5 text-sm font-medium text-muted transition-colors hover:bg-hover hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent"
                  >
                    <Icon className="size-4" aria-hidden />
                    {title}
                    {to === '/inbox' && <WaitingCount />}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
      <div className="border-t p-2">
        <PersonMenu onShortcuts={onShortcuts} />
      </div>
    </div>
  );
}

/** How many runs wait for somebody, where the navigation leads to them. */
function WaitingCount() {
  const { count, text } = useWaitingCount();
  if (count === 0) return null;
  return (
    <span className="ml-auto rounded-full bg-warn-soft px-1.5 text-xs leading-5 font-semibold text-warn tabular-nums">
      {text}
      <span className="sr-only"> waiting</span>
    </span>
  );
}
