import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Trace } from '../../../api/schema.ts';
import { runQuery } from './run-query.ts';
import { useFocusStays } from './use-focus-stays.ts';
import { useWaitingItems } from './use-waiting-items.ts';
import { WaitingCard } from './waiting-card.tsx';

/**
 * The waiting item of a run, with its actions. An item that somebody else settled stays in place and names that person.
 */
export function WaitingHere({ run }: { run: Trace }) {
  const { data } = useQuery({ ...runQuery(run), enabled: !run.terminal });
  const { items, onAct } = useWaitingItems(run.terminal ? undefined : data?.pending);
  const place = useRef<HTMLDivElement>(null);
  useFocusStays(place, items.map(({ item, gone }) => `${item.tool_call_id} ${gone}`).join());
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      {items.map(({ item, gone }) => (
        <WaitingCard
          key={item.tool_call_id}
          item={item}
          gone={gone}
          onAct={(act) => onAct(item.tool_call_id, act)}
        />
      ))}
    </div>
  );
}
