import type { ReactNode } from 'react';
import { Dialog } from '../../../ui/dialog.tsx';

/** The inspector: beside the conversation if there is room, otherwise in a dialog. */
export function InspectorPane({
  shown,
  wide,
  onOpenChange,
  children,
}: {
  shown: boolean;
  wide: boolean;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
}) {
  return (
    <>
      {shown && wide && (
        <aside aria-label="Events and curl" className="w-[22.5rem] shrink-0 border-l bg-surface">
          {children}
        </aside>
      )}
      <Dialog
        open={shown && !wide}
        onOpenChange={onOpenChange}
        title="Behind the conversation"
        className="h-[84vh] max-w-2xl"
      >
        <div className="-mx-6 h-full">{children}</div>
      </Dialog>
    </>
  );
}
