import type { ReactNode } from 'react';
import type { ThreadView } from '../../conversation/thread-view.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { SkeletonLines } from '../../ui/skeleton.tsx';
import { useScrollPlace } from './use-scroll-place.ts';

/** The room in which a conversation scrolls: at its end, unless one has scrolled up. */
export function ConversationScroller({
  view,
  changing,
  children,
}: {
  view: ThreadView;
  /** Values whose change can make the conversation higher. */
  changing: unknown[];
  children: ReactNode;
}) {
  const scroller = useScrollPlace(changing);
  return (
    <div
      ref={scroller}
      className="min-h-0 flex-1 overflow-y-auto [overflow-anchor:none]"
      tabIndex={0}
      role="region"
      aria-label="Conversation"
    >
      <div className="mx-auto w-full max-w-3xl px-4 py-6 sm:px-8">
        {view.loading && <SkeletonLines />}
        {view.error !== undefined && <ErrorNotice error={view.error} className="mb-4" />}
        {children}
      </div>
    </div>
  );
}
