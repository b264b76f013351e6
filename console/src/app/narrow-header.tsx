import { Menu as MenuIcon, Search } from 'lucide-react';
import { Dialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { Logo } from '../ui/logo.tsx';

/** The top of a window without room for the side bar, which opens from here. */
export function NarrowHeader({
  open,
  onOpenChange,
  onSearch,
  children,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onSearch: () => void;
  /** The side bar. */
  children: ReactNode;
}) {
  return (
    <header className="sticky top-0 z-30 flex h-13 items-center gap-2 border-b bg-canvas/90 px-3 backdrop-blur lg:hidden">
      <Dialog.Root open={open} onOpenChange={onOpenChange}>
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
            {children}
          </Dialog.Content>
        </Dialog.Portal>
      </Dialog.Root>
      <Logo />
      <Button
        look="quiet"
        size="icon"
        className="ml-auto"
        aria-label="Search and commands"
        onClick={onSearch}
      >
        <Search aria-hidden />
      </Button>
    </header>
  );
}
