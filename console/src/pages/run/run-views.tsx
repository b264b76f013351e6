import { useState } from 'react';
import type { Trace } from '../../api/schema.ts';
import { ReceiptsOf } from '../../receipts/receipts-of.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { RunEvents } from './run-events.tsx';
import { RunRequests } from './run-requests.tsx';
import { Timeline } from './timeline/timeline.tsx';

/** A run as a timeline, as its events, and as the requests that were made for it. */
export function RunViews({ run }: { run: Trace }) {
  const [view, setView] = useState<'timeline' | 'events' | 'requests'>('timeline');
  return (
    <Tabs
      label="Views of the run"
      value={view}
      onChange={setView}
      className="mt-6"
      listClassName="mb-5"
      tabs={[
        {
          name: 'timeline',
          title: 'Timeline',
          content: (
            <ReceiptsOf value={{ runId: run.id, subject: run.subject_ref }}>
              <Timeline run={run} />
            </ReceiptsOf>
          ),
        },
        { name: 'events', title: 'Events', content: <RunEvents runId={run.id} /> },
        {
          name: 'requests',
          title: `Requests (${run.requests_count})`,
          content: <RunRequests requests={run.requests} count={run.requests_count} />,
        },
      ]}
    />
  );
}
