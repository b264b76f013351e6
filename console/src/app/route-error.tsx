import type { ErrorComponentProps } from '@tanstack/react-router';
import { ErrorNotice } from '../ui/error-notice.tsx';

/** What stands in place of a page that could not be loaded or shown. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  return (
    <main className="mx-auto max-w-xl px-4 py-16">
      <h1 className="mb-4 text-xl font-semibold tracking-tight">This page could not be shown</h1>
      <ErrorNotice error={error} onRetry={reset} />
    </main>
  );
}
