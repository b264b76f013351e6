import { type ErrorComponentProps, Link } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

/** Replaces a page that could not be loaded or rendered. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  return (
    <main className="mx-auto max-w-xl px-4 py-16">
      <h1 className="mb-4 text-xl font-semibold tracking-tight">This page could not be shown</h1>
      <ErrorNotice error={error} onRetry={reset} />
    </main>
  );
}

export function NotFound() {
  return (
    <main className="grid min-h-dvh place-items-center">
      <EmptyState
        icon={Compass}
        title="There is no such page"
        action={
          <Button asChild>
            <Link to="/playground">Go to the playground</Link>
          </Button>
        }
      >
        The address may be mistyped, or the page may have moved.
      </EmptyState>
    </main>
  );
}
