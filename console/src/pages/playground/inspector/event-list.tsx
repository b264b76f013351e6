import { type ReactNode, useState } from 'react';
import type { ThreadEvent } from '../../../api/schema.ts';
import { Time } from '../../../time/time.tsx';
import { Button } from '../../../ui/button.tsx';
import { JsonView } from '../../../ui/json-view.tsx';

const eventsAtOnce = 200;

/** The events of a thread, newest first. */
export function EventList({ events }: { events: readonly ThreadEvent[] }) {
  const [shown, setShown] = useState(eventsAtOnce);
  return (
    <div className="h-full overflow-y-auto" tabIndex={0} role="region" aria-label="Events, newest first">
      {events.length === 0 && <p className="px-5 py-8 text-center text-sm text-muted">No events yet</p>}
      <ol className="divide-y divide-line">
        {events
          .slice(-shown)
          .toReversed()
          .map((event) => (
            <li key={event.id}>
              <LazyDetails
                summary={
                  <>
                    <span className="w-5 shrink-0 text-right text-xs text-muted tabular-nums">
                      {event.seq ?? ''}
                    </span>
                    <code className="min-w-0 flex-1 truncate font-mono text-xs">{event.type}</code>
                    <Time at={event.created_at} as="clock" className="shrink-0 text-xs text-muted" />
                  </>
                }
              >
                {() => <JsonView value={event} label={`Event ${event.type}`} />}
              </LazyDetails>
            </li>
          ))}
      </ol>
      {events.length > shown && (
        <Button
          size="small"
          look="quiet"
          className="my-2 w-full"
          onClick={() => setShown((before) => before + eventsAtOnce)}
        >
          Show older ones
        </Button>
      )}
    </div>
  );
}

/** An event whose JSON is made when it is opened: there are many of them. */
function LazyDetails({ summary, children }: { summary: ReactNode; children: () => ReactNode }) {
  const [opened, setOpened] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpened((before) => before || currentTarget.open)}>
      <summary className="flex list-none items-baseline gap-3 px-5 py-2 hover:bg-hover">{summary}</summary>
      {opened && <div className="px-5 pb-3">{children()}</div>}
    </details>
  );
}
