import { Link } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';

/** What stands at an address that leads nowhere. */
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
