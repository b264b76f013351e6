import { Outlet } from '@tanstack/react-router';
import { Menu as MenuIcon, Search } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Dialog } from 'radix-ui';
import { InboxNotifier } from '../inbox-news/inbox-notifier.tsx';
import { refusalOf } from '../session/refusal-of.ts';
import { useSession } from '../session/session.ts';
import { SessionEnd } from '../session/session-end.tsx';
import { Button } from '../ui/button.tsx';
import { Logo } from '../ui/logo.tsx';
import { Rights } from '../ui/rights.ts';
import { ShortcutsDialog } from '../keys/shortcuts-dialog.tsx';
import { SilenceNotice } from '../ui/silence-notice.tsx';
import { PageTitle } from './page-title.tsx';
import { SideBar } from './side-bar.tsx';
import { useShortcuts } from '../keys/use-shortcuts.ts';

// Loaded when it is first opened.
const CommandPalette = lazy(() => import('./command-palette.tsx'));

/** What surrounds every page behind the sign-in: the navigation, the command palette and the shortcuts. */
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
          <header className="sticky top-0 z-30 flex h-13 items-center gap-2 border-b bg-canvas/90 px-3 backdrop-blur lg:hidden">
            <Dialog.Root open={menu} onOpenChange={setMenu}>
              <Dialog.Trigger asChild>
                <Button look="quiet" size="icon" aria-label="Open the navigation">
                  <MenuIcon aria-hidden />
                </Button>
              </Dialog.Trigger>
              <Dialog.Portal>
                <div className="fixed inset-0 z-40 animate-fade-in bg-black/40" aria-hidden />
                <Dialog.Content
                  aria-describedby={undefined}
                  className="fixed inset-y-0 left-0 z-50 w-72 max-w-[85vw] animate-fade-in border-r bg-canvas shadow-float outline-none"
                >
                  <Dialog.Title className="sr-only">Navigation</Dialog.Title>
                  {side}
                </Dialog.Content>
              </Dialog.Portal>
            </Dialog.Root>
            <Logo />
            <Button
              look="quiet"
              size="icon"
              className="ml-auto"
              aria-label="Search and commands"
              onClick={() => setPalette(true)}
            >
              <Search aria-hidden />
            </Button>
          </header>
          <SilenceNotice />
          <main id="main" tabIndex={-1} className="flex min-w-0 flex-1 flex-col outline-none">
            <Outlet />
          </main>
        </div>
        <Suspense>{palette && <CommandPalette onClose={() => setPalette(false)} />}</Suspense>
        <SessionEnd />
        <ShortcutsDialog open={shortcuts} onOpenChange={setShortcuts} />
      </div>
    </Rights>
  );
}
