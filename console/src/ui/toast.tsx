import { Toast as Radix } from 'radix-ui';
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { asApiError } from '../api/api-error.ts';
import { Notice, type NoticeText } from './notice.tsx';

export type { NoticeText };

interface ShownNotice extends NoticeText {
  id: number;
}

export interface Toasts {
  /** Says that something was done. */
  done: (title: string, detail?: string) => void;
  /** Says what to look at although it was done. Stays until it is dismissed. */
  warned: (title: string, detail: string) => void;
  /** Says what went wrong, with the code and the Request-Id. Stays until it is dismissed, to be read and copied. */
  failed: (title: string, error: unknown) => void;
  /**
   * Shows that work is in progress and, in its place, the result.
   * @param end resolves with the result; the signal aborts when nobody can see it
   */
  follow: (title: string, detail: string, end: (signal: AbortSignal) => Promise<NoticeText>) => void;
}

const ToastContext = createContext<Toasts | undefined>(undefined);
const shownMs = 6000;
let lastId = 0;

/** Short notices at the edge of the window, which assistive technology reads out. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [notices, setNotices] = useState<ShownNotice[]>([]);
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
  const leaving = useRef<AbortController>(undefined);
  useEffect(
    () => () => {
      leaving.current?.abort();
      leaving.current = undefined;
    },
    [],
  );
  const toasts = useMemo<Toasts>(
    () => ({
      done: (title, detail) => void add({ tone: 'good', title, detail }),
      warned: (title, detail) => void add({ tone: 'warn', title, detail }),
      follow: (title, detail, end) => {
        const id = add({ tone: 'busy', title, detail });
        const { signal } = (leaving.current ??= new AbortController());
        void end(signal).then((notice) => !signal.aborted && add(notice, id));
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
        {notices.map((notice) => (
          <Notice
            key={notice.id}
            notice={notice}
            onDismiss={() => setNotices((notices) => notices.filter(({ id }) => id !== notice.id))}
          />
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
