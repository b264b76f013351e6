import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';

/** The way back from one thing to the list, where there is room for one of them only. */
export function BackToList() {
  return (
    <Link
      to="/inbox"
      search={({ call: _call, run: _run, ...before }) => before}
      resetScroll={false}
      className="mb-3 inline-flex h-9 items-center gap-1.5 rounded-lg pr-2 text-sm font-medium text-muted hover:text-ink lg:hidden"
    >
      <ArrowLeft className="size-4" aria-hidden />
      Inbox
    </Link>
  );
}
