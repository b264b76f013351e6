import { CircleAlert, CircleCheck, LoaderCircle, X } from 'lucide-react';
import { Toast as Radix } from 'radix-ui';
import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react';
import { asApiError } from '../api/api-error.ts';
import { Button } from './button.tsx';
import { classes } from './classes.ts';

/** What a notice says. All but good news stay until they are dismissed, or replaced. */
export interface NoticeText {
  tone: 'good' | 'warn' | 'bad' | 'busy';
  title: string;
  detail?: string | undefined;
}

interface Notice extends NoticeText {
  id: number;
}

export interface Toasts {
  /** Says that something was done. */
  done: (title: string, detail?: string) => void;
  /** Says what to look at although it was done. Stays until it is dismissed. */
  warned: (title: string, detail: string) => void;
  /** Says what went wrong, with the code and the Request-Id. Stays until it is dismissed, to be read and copied. */
  failed: (title: string, error: unknown) => void;
  /** Says that something is under way, and in its place, once that is known, what came of it. */
  follow: (title: string, detail: string, end: Promise<NoticeText>) => void;
}

const ToastContext = createContext<Toasts | undefined>(undefined);
const tones = {
  good: 'text-good',
  warn: 'text-warn',
  bad: 'text-bad',
  busy: 'animate-spin text-muted',
} as const;
const shownMs = 6000;
let lastId = 0;

/** Short notices at the edge of the window, which assistive technology reads out. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [notices, setNotices] = useState<Notice[]>([]);
  /** A notice in place of another one has an id of its own, so that it is read out too. */
  const add = useCallback((notice: NoticeText, replaced?: number): number => {
    lastId += 1;
    const id = lastId;
    setNotices((notices) => [
      ...notices.filter((known) => known.id !== replaced).slice(-3),
      { id, ...notice },
    ]);
    return id;
  }, []);
  const toasts = useMemo<Toasts>(
    () => ({
      done: (title, detail) => void add({ tone: 'good', title, detail }),
      warned: (title, detail) => void add({ tone: 'warn', title, detail }),
      follow: (title, detail, end) => {
        const id = add({ tone: 'busy', title, detail });
        void end.then((notice) => add(notice, id));
      },
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
            {...(tone !== 'good' && { duration: Number.POSITIVE_INFINITY })}
            onOpenChange={(open) => {
              if (!open) setNotices((notices) => notices.filter((notice) => notice.id !== id));
            }}
            className="flex animate-appear items-start gap-2.5 rounded-xl border bg-surface px-4 py-3 shadow-float"
          >
            <Mark tone={tone} />
            <div className="min-w-0 flex-1">
              <Radix.Title className="text-sm font-medium">{title}</Radix.Title>
              {detail !== undefined && (
                <Radix.Description className="mt-0.5 text-note break-words text-muted">
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

function Mark({ tone }: Pick<Notice, 'tone'>) {
  const Icon = tone === 'good' ? CircleCheck : tone === 'busy' ? LoaderCircle : CircleAlert;
  return <Icon className={classes('mt-0.5 size-4 shrink-0', tones[tone])} aria-hidden />;
}

/** The way to show a notice. */
export function useToasts(): Toasts {
  const toasts = use(ToastContext);
  if (toasts === undefined) throw new Error('useToasts needs a ToastProvider');
  return toasts;
}
