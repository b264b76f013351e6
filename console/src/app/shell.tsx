import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { FreezeBanner } from '../freezes/freeze-banner.tsx';
import { ExpiryBanner } from '../inbox-news/expiry-banner.tsx';
import { InboxNotifier } from '../inbox-news/inbox-notifier.tsx';
import { refusalOf } from '../session/refusal-of.ts';
import { useSession } from '../session/session.ts';
import { SessionEnd } from '../session/session-end.tsx';
import { Rights } from '../ui/rights.ts';
import { SilenceNotice } from '../ui/silence-notice.tsx';
import { NarrowHeader } from './narrow-header.tsx';
import { PageTitle } from './page-title.tsx';
import { SideBar } from './side-bar.tsx';
import { useShortcuts } from '../keys/use-shortcuts.ts';

// Loaded when they are first opened.
const CommandPalette = lazy(() => import('./palette/command-palette.tsx'));
const ShortcutsDialog = lazy(() => import('../keys/shortcuts-dialog.tsx'));

/** The layout of all pages that need a session: navigation, command palette and shortcuts. */
export function Shell() {
  const session = useSession();
  const [palette, setPalette] = useState(false);
  const [shortcuts, setShortcuts] = useState(false);
  const [menu, setMenu] = useState(false);
  useShortcuts({ openPalette: () => setPalette(true), openShortcuts: () => setShortcuts(true) });
  const closing = (open: () => void) => (): void => {
    setMenu(false);
    open();
  };
  const side = (
    <SideBar
      onSearch={closing(() => setPalette(true))}
      onShortcuts={closing(() => setShortcuts(true))}
      onNavigate={() => setMenu(false)}
    />
  );
  return (
    <Rights value={(needed) => refusalOf(session, needed)}>
      <PageTitle />
      <InboxNotifier />
      <div className="flex min-h-dvh">
        <a
          href="#main"
          className="fixed top-2 left-2 z-60 -translate-y-16 rounded-lg bg-accent px-3 py-2 text-sm font-medium text-on-accent focus:translate-y-0"
        >
          Skip to the content
        </a>
        <aside className="sticky top-0 h-dvh w-60 shrink-0 border-r max-lg:hidden">{side}</aside>
        <div className="flex min-w-0 flex-1 flex-col">
          <NarrowHeader open={menu} onOpenChange={setMenu} onSearch={() => setPalette(true)}>
            {side}
          </NarrowHeader>
          <SilenceNotice />
          <FreezeBanner />
          <ExpiryBanner />
          <main id="main" tabIndex={-1} className="flex min-w-0 flex-1 flex-col outline-none">
            <Outlet />
          </main>
        </div>
        <Suspense>{palette && <CommandPalette onClose={() => setPalette(false)} />}</Suspense>
        <SessionEnd />
        <Suspense>{shortcuts && <ShortcutsDialog onClose={() => setShortcuts(false)} />}</Suspense>
      </div>
    </Rights>
  );
}
