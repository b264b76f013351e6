import type { ReactNode } from 'react';

/** The top of a page: its title, what it is for, and what to do on it. */
export function PageHeader({
  title,
  description,
  actions,
  above,
}: {
  title: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  /** The way back up, on a page of one thing. */
  above?: ReactNode;
}) {
  return (
    <header className="mb-6 flex flex-wrap items-start gap-x-6 gap-y-3">
      <div className="min-w-0 flex-1 basis-64">
        {above !== undefined && <div className="mb-1 text-note text-muted">{above}</div>}
        <h1 className="text-xl font-semibold tracking-tight break-words">{title}</h1>
        {description !== undefined && (
          <p className="mt-1 max-w-2xl text-sm text-pretty text-muted">{description}</p>
        )}
      </div>
      {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
  );
}

/** The room of a page that is read from top to bottom. */
export function Page({ children }: { children: ReactNode }) {
  return <div className="mx-auto w-full max-w-6xl px-4 py-6 sm:px-8 sm:py-8">{children}</div>;
}
