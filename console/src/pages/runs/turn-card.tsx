import { memo } from 'react';
import type { Turn } from '../../api/schema.ts';
import { creditsText } from '../../text/credits.ts';
import { Time } from '../../time/time.tsx';
import { Card } from '../../ui/card.tsx';
import { Disclosure } from './disclosure.tsx';
import { JsonView } from '../../ui/json-view.tsx';
import { visibleLine } from '#contract/unseen-characters.ts';
import { TimeBar } from './time-bar.tsx';
import type { Scale } from './time-scale.ts';
import { Tries } from './tries.tsx';
import { ToolCallRow } from './tool-call-row.tsx';
import { locale } from '../../text/locale.ts';

/** What a model thought, in words where its provider tells. */
function thoughtOf({ text, opaque_characters }: NonNullable<Turn['reasoning']>): string {
  if (typeof text === 'string') return text;
  const characters = text?.characters ?? opaque_characters;
  return `${characters.toLocaleString(locale)} characters, which are ${text === undefined ? 'readable to its provider alone' : 'too many to be shown'}.`;
}

/** One model turn and its calls. A run that goes on is read again and again, and its turns stay the same. */
export const TurnCard = memo(function TurnCard({
  turn,
  scale,
  startMs,
}: {
  turn: Turn;
  scale: Scale;
  startMs: number;
}) {
  const {
    seq,
    model_class,
    input_tokens,
    output_tokens,
    cost_credits,
    created_at,
    tool_calls,
    reply_faults,
    cached_input_tokens,
    left_out,
    reasoning,
  } = turn;
  const durationMs = Math.max(0, Date.parse(created_at) - startMs);
  return (
    <Card className="overflow-hidden">
      <div className="px-5 pt-4 pb-3">
        <div className="mb-2 flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <h2 className="text-sm font-semibold">Turn {seq}</h2>
          <p className="text-[13px] text-muted">
            {turn.model === undefined ? model_class : `${model_class} (${visibleLine(turn.model)})`} ·{' '}
            {input_tokens.toLocaleString(locale)} tokens in
            {cached_input_tokens !== undefined &&
              ` (${cached_input_tokens.toLocaleString(locale)} cached)`},{' '}
            {output_tokens.toLocaleString(locale)} out · {creditsText(cost_credits)}
          </p>
          <Time at={created_at} as="clock" className="ml-auto text-[13px] text-muted max-sm:hidden" />
        </div>
        <TimeBar scale={scale} fromMs={startMs} durationMs={durationMs} tone="model" label="Model" />
        {reply_faults !== undefined && (
          <div className="mt-2 text-[13px]">
            <p className="font-medium text-bad">The reply does not fit the schema of the agent:</p>
            <ul className="list-disc pl-5" aria-label={`Faults of the reply of turn ${seq}`}>
              {reply_faults.map(({ path, message }) => (
                <li key={`${path} ${message}`}>
                  <span className="font-mono text-xs">{visibleLine(path === '' ? 'reply' : path)}</span>{' '}
                  {visibleLine(message)}
                </li>
              ))}
            </ul>
          </div>
        )}
        {turn.tries !== undefined && <Tries tries={turn.tries} label={`Failed tries of turn ${seq}`} />}
        {left_out !== undefined && (
          <p className="mt-2 text-[13px] text-muted">
            The model was not shown {left_out.messages.toLocaleString(locale)} earlier messages and results,
            for which it had no room.
          </p>
        )}
        {reasoning !== undefined && (
          <Disclosure title="What the model thought" className="mt-2">
            {() => <p className="text-[13px] whitespace-pre-wrap">{thoughtOf(reasoning)}</p>}
          </Disclosure>
        )}
        {(turn.request !== undefined || turn.response !== undefined) && (
          <Disclosure title="Model request and response" className="mt-2">
            {() => (
              <div className="grid gap-3 lg:grid-cols-2">
                <JsonView value={turn.request} label={`Request of turn ${seq}`} />
                <JsonView value={turn.response} label={`Response of turn ${seq}`} />
              </div>
            )}
          </Disclosure>
        )}
      </div>
      {tool_calls.length > 0 && (
        <ul className="divide-y divide-line border-t" aria-label={`Calls of turn ${seq}`}>
          {tool_calls.map((call, index) => (
            <li key={index} className="px-5 py-3.5">
              <ToolCallRow call={call} place={{ turn: seq, call: index + 1 }} scale={scale} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
});
