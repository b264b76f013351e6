import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { Toast as Radix } from 'radix-ui';
import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react';
import { asApiError } from '../api/api-error.ts';
import { Button } from './button.tsx';

interface Notice {
  id: number;
  tone: 'good' | 'bad';
  title: string;
  detail?: string | undefined;
}

interface Toasts {
  /** Says that something was done. */
  done: (title: string, detail?: string) => void;
  /** Says what went wrong, with the code and the Request-Id. Stays until it is dismissed, to be read and copied. */
  failed: (title: string, error: unknown) => void;
}

const ToastContext = createContext<Toasts | undefined>(undefined);
const shownMs = 6000;
let lastId = 0;

/** Short notices at the edge of the window, which assistive technology reads out. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [notices, setNotices] = useState<Notice[]>([]);
  const add = useCallback((notice: Omit<Notice, 'id'>) => {
    lastId += 1;
    const id = lastId;
    setNotices((notices) => [...notices.slice(-3), { id, ...notice }]);
  }, []);
  const toasts = useMemo<Toasts>(
    () => ({
      done: (title, detail) => add({ tone: 'good', title, detail }),
      failed: (title, cause) => {
        const { message, code, requestId } = asApiError(cause);
        add({
          tone: 'bad',
          title,
          detail: `${message} (${code}${requestId === undefined ? '' : `, Request-Id ${requestId}`})`,
        });
      },
    }),
    [add],
  );
  return (
    <ToastContext value={toasts}>
      <Radix.Provider duration={shownMs} swipeDirection="right">
        {children}
        {notices.map(({ id, tone, title, detail }) => (
          <Radix.Root
            key={id}
            {...(tone === 'bad' && { duration: Number.POSITIVE_INFINITY })}
            onOpenChange={(open) => {
              if (!open) setNotices((notices) => notices.filter((notice) => notice.id !== id));
            }}
            className="flex animate-appear items-start gap-2.5 rounded-xl border bg-surface px-4 py-3 shadow-float"
          >
            {tone === 'good' ? (
              <CircleCheck className="mt-0.5 size-4 shrink-0 text-good" aria-hidden />
            ) : (
              <CircleAlert className="mt-0.5 size-4 shrink-0 text-bad" aria-hidden />
            )}
            <div className="min-w-0 flex-1">
              <Radix.Title className="text-sm font-medium">{title}</Radix.Title>
              {detail !== undefined && (
                <Radix.Description className="mt-0.5 text-[13px] break-words text-muted">
                  {detail}
                </Radix.Description>
              )}
            </div>
            <Radix.Close asChild>
              <Button look="quiet" size="icon" className="-my-1 -mr-2 size-7" aria-label="Dismiss">
                <X aria-hidden />
              </Button>
            </Radix.Close>
          </Radix.Root>
        ))}
        <Radix.Viewport className="fixed right-4 bottom-4 z-60 flex w-96 max-w-[calc(100vw-2rem)] flex-col gap-2 outline-none" />
      </Radix.Provider>
    </ToastContext>
  );
}

/** The way to show a notice. */
export function useToasts(): Toasts {
  const toasts = use(ToastContext);
  if (toasts === undefined) throw new Error('useToasts needs a ToastProvider');
  return toasts;
}
