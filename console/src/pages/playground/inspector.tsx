import { type ReactNode, useState } from 'react';
import type { ThreadEvent } from '../../api/schema.ts';
import type { Connection } from '../../conversation/follower.ts';
import { Time } from '../../time/time.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CodeBlock, JsonView } from '../../ui/json-view.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { type Action, curlOf } from './curl.ts';

const connections = {
  connecting: { text: 'Connecting', tone: 'neutral' },
  live: { text: 'Live', tone: 'good' },
  broken: { text: 'Reconnecting', tone: 'warn' },
} as const;

/** What is behind a conversation: the events as they come, and the commands that would have done the same. */
export function Inspector({
  events,
  actions,
  connection,
}: {
  events: readonly ThreadEvent[];
  actions: readonly Action[];
  connection: Connection;
}) {
  const [tab, setTab] = useState<'events' | 'curl'>('events');
  const { text, tone } = connections[connection];
  return (
    <Tabs
      label="Behind the conversation"
      value={tab}
      onChange={setTab}
      className="flex h-full flex-col"
      listClassName="px-5 min-h-13 items-end"
      tabs={[
        {
          name: 'events',
          title: (
            <span className="flex items-center gap-2">
              Events
              <Badge tone={tone} dot>
                {text}
              </Badge>
            </span>
          ),
          content: <EventList events={events} />,
        },
        { name: 'curl', title: 'curl', content: <CurlList actions={actions} /> },
      ]}
    />
  );
}

const eventsAtOnce = 200;

function EventList({ events }: { events: readonly ThreadEvent[] }) {
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

function CurlList({ actions }: { actions: readonly Action[] }) {
  const baseUrl = location.origin;
  return (
    <div
      className="h-full space-y-5 overflow-y-auto px-5 py-4"
      tabIndex={0}
      role="region"
      aria-label="Commands, newest first"
    >
      {actions.length === 0 ? (
        <p className="py-4 text-center text-sm text-muted">
          Send a message or decide on something: the command that does the same will be here.
        </p>
      ) : (
        <p className="text-[13px] text-muted">
          The same by hand. Set <code className="font-mono text-xs">HEDDLE_API_KEY</code> to a key of the
          workspace.
        </p>
      )}
      {actions.map((action, index) => (
        <section key={actions.length - index}>
          <h3 className="mb-1.5 text-[13px] font-medium">{action.title}</h3>
          <CodeBlock text={curlOf(action, baseUrl)} label={`curl: ${action.title}`} />
        </section>
      ))}
    </div>
  );
}
