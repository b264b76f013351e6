import { useState } from 'react';
import type { ThreadEvent } from '../../../api/schema.ts';
import type { Connection } from '../../../conversation/follower.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import type { Action } from '../curl.ts';
import { CurlList } from './curl-list.tsx';
import { EventList } from './event-list.tsx';

const connections = {
  connecting: { text: 'Connecting', tone: 'neutral' },
  live: { text: 'Live', tone: 'good' },
  broken: { text: 'Reconnecting', tone: 'warn' },
} as const;

/** The events of a conversation as they arrive, and its actions as curl commands. */
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
