import { Link } from '@tanstack/react-router';
import { useWaitingCount } from '../inbox-news/waiting-query.ts';
import { navigation } from '../ui/navigation.ts';

/** The links to all pages. */
export function PageLinks({ onNavigate }: { onNavigate: () => void }) {
  return (
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
