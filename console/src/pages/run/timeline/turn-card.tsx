import { memo } from 'react';
import type { Turn } from '../../../api/schema.ts';
import { Card } from '../../../ui/card.tsx';
import type { Scale } from './scale.ts';
import { SpanBar } from './span-bar.tsx';
import { spansOfTurn } from './spans.ts';
import { ToolCallRow } from './tool-call-row.tsx';
import { Tries } from './tries.tsx';
import { TurnDetails } from './turn-details.tsx';
import { TurnHead } from './turn-head.tsx';

/** One model turn and its calls. An open run is read repeatedly while its turns stay the same. */
export const TurnCard = memo(function TurnCard({
  turn,
  scale,
  assumedMs,
}: {
  turn: Turn;
  scale: Scale;
  /** When it began, if the trace does not say. */
  assumedMs: number;
}) {
  const { seq, tool_calls, tries } = turn;
  return (
    <Card className="overflow-hidden">
      <div className="px-4 pt-4 pb-3 sm:px-5">
        <TurnHead turn={turn} />
        <SpanBar scale={scale} spans={spansOfTurn(turn, assumedMs)} />
        {tries !== undefined && <Tries who="provider" tries={tries} label={`Tries of turn ${seq}`} />}
        <TurnDetails turn={turn} />
      </div>
      {tool_calls.length > 0 && (
        <ul className="divide-y divide-line border-t" aria-label={`Calls of turn ${seq}`}>
          {tool_calls.map((call, index) => (
            <li key={index} className="px-4 py-3.5 sm:px-5">
              <ToolCallRow call={call} place={{ turn: seq, call: index + 1 }} scale={scale} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
});
