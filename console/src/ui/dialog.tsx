import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { classes } from './classes.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

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
  /** What to focus when it opens. Default: its first field or, without one, the first thing in it that can be. */
  initialFocus?: () => HTMLElement | null;
}) {
  const content = useRef<HTMLDivElement>(null);
  const dirty = useRef(false);
  const [asking, setAsking] = useState(false);
  const close = (): void => onOpenChange(false);
  // However it was closed, what is typed next time is typed anew.
  useEffect(() => {
    if (!open) dirty.current = false;
  }, [open]);
  const wouldLose = (): boolean => {
    const has = (selector: string): boolean => (content.current?.querySelector(selector) ?? null) !== null;
    return has('[data-shown-once]') || (dirty.current && has('form'));
  };
  return (
    <Radix.Root
      open={open}
      onOpenChange={(next) => {
        if (next) onOpenChange(true);
        else if (wouldLose()) setAsking(true);
        else close();
      }}
    >
      <Radix.Portal>
        <div className="fixed inset-0 z-40 animate-fade-in bg-black/40" aria-hidden />
        <Radix.Content
          ref={content}
          // A click beside it is no wish to lose what was typed, or is shown once. Escape and the buttons close it.
          onInteractOutside={(event) => {
            if (content.current?.querySelector('form, [data-shown-once]')) event.preventDefault();
          }}
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
          onOpenAutoFocus={(event) => {
            const first = initialFocus === undefined ? firstField(content.current) : initialFocus();
            if (initialFocus === undefined && first === null) return;
            event.preventDefault();
            first?.focus();
          }}
          onInput={() => (dirty.current = true)}
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
            open={asking}
            onOpenChange={setAsking}
            title="Close this?"
            description="What is typed here, or shown only this once, is lost."
            action="Close it"
            dismiss="Keep it open"
            danger
            onConfirm={async () => await Promise.resolve(close())}
          />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** The first field that can be filled in. */
function firstField(content: HTMLElement | null): HTMLElement | null {
  const fields = ['input:not([type=hidden])', 'textarea', 'select'];
  return (
    content?.querySelector<HTMLElement>(fields.map((field) => `${field}:enabled:not([readonly])`).join()) ??
    null
  );
}

/** The row of buttons at the end of a dialog. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="mt-6 flex flex-wrap justify-end gap-2">{children}</div>;
}
