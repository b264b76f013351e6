import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { classes } from './classes.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { firstField } from './first-field.ts';
import { useGuardedDialog } from './use-guarded-dialog.ts';

/**
 * A dialog. The shade is an element of its own: Radix's adds an inline style sheet, which the content security policy
 * forbids.
 */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  className,
  initialFocus,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  children: ReactNode;
  className?: string;
  /**
   * The element that gets the focus when it opens. Default: the first field or, without one, the first focusable
   * element.
   */
  initialFocus?: () => HTMLElement | null;
}) {
  const { content, ...guard } = useGuardedDialog(open, onOpenChange);
  return (
    <Radix.Root open={open} onOpenChange={guard.change}>
      <Radix.Portal>
        <div className="fixed inset-0 z-40 animate-fade-in bg-black/40" aria-hidden />
        <Radix.Content
          ref={content}
          onInteractOutside={guard.onInteractOutside}
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
          onOpenAutoFocus={(event) => {
            const first = initialFocus === undefined ? firstField(content.current) : initialFocus();
            if (initialFocus === undefined && first === null) return;
            event.preventDefault();
            first?.focus();
          }}
          onInput={guard.onTyped}
          className={classes(
            'fixed top-[8vh] left-1/2 z-50 flex max-h-[84vh] w-[calc(100vw-2rem)] max-w-lg -translate-x-1/2 animate-appear flex-col overflow-hidden rounded-2xl border bg-surface shadow-float outline-none',
            className,
          )}
        >
          <div className="flex items-start gap-4 px-6 pt-5 pb-3">
            <div className="min-w-0 flex-1">
              <Radix.Title className="text-base font-semibold">{title}</Radix.Title>
              {description !== undefined && (
                <Radix.Description className="mt-1 text-sm text-muted">{description}</Radix.Description>
              )}
            </div>
            <Radix.Close asChild>
              <Button look="quiet" size="icon" className="-mt-1 -mr-2" aria-label="Close">
                <X aria-hidden />
              </Button>
            </Radix.Close>
          </div>
          <div className="min-h-0 overflow-y-auto px-6 pb-6">{children}</div>
          <ConfirmDialog
            open={guard.asking}
            onOpenChange={guard.setAsking}
            title="Close this?"
            description="Text that you typed here, or a secret that is shown only once, will be lost."
            action="Close it"
            dismiss="Keep it open"
            danger
            onConfirm={async () => await Promise.resolve(onOpenChange(false))}
          />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** The row of buttons at the end of a dialog. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="mt-6 flex flex-wrap justify-end gap-2">{children}</div>;
}
