import { visibleLine } from '#contract/words/unseen-characters.ts';
import type { ToolCall, Trace } from '../../../api/schema.ts';
import { duration } from '../../../time/format.ts';
import { Time } from '../../../time/time.tsx';
import { failureWords } from './failure-words.ts';

type Asked = 'provider' | 'host';
type Try = NonNullable<Trace['unanswered_turn']>['tries'][number] | NonNullable<ToolCall['tries']>[number];

/** Each time that a provider or a host was asked: when, what came of it, and when it was asked again. Nothing if it was fine at once. */
export function Tries({ who, tries, label }: { who: Asked; tries: Try[]; label: string }) {
  if (tries.every(({ code }) => code === undefined)) return null;
  return (
    <ol aria-label={label} className="mt-2.5 space-y-1.5 text-note">
      {tries.map((tried, index) => (
        <li key={`${tried.at} ${index}`} className="flex gap-x-3 text-pretty">
          <Time at={tried.at} as="clock" className="shrink-0 text-muted tabular-nums" />
          <span className="min-w-0">
            <Outcome who={who} tried={tried} next={tries[index + 1]} />
          </span>
        </li>
      ))}
    </ol>
  );
}

function Outcome({ who, tried, next }: { who: Asked; tried: Try; next: Try | undefined }) {
  const { code, status, duration_ms } = tried;
  const after = duration_ms === undefined ? '' : ` after ${duration(duration_ms)}`;
  const name = nameOf(who, tried);
  if (code === undefined) return `${name} answered${after}.`;
  const words = 'provider_words' in tried ? tried.provider_words : undefined;
  return (
    <>
      {failureWords(who, name, code)}
      {after}
      {afterwards(who, tried, next)}{' '}
      <code className="font-mono text-xs text-muted">
        {code}
        {status !== undefined && ` HTTP ${status}`}
      </code>
      {words !== undefined && (
        <q className="mt-0.5 block border-l-2 pl-2 break-words text-muted">{visibleLine(words)}</q>
      )}
    </>
  );
}

/** The model that was asked, where it is known. */
function nameOf(who: Asked, tried: Try): string {
  return 'model' in tried && tried.model !== undefined ? visibleLine(tried.model) : `The ${who}`;
}

/** The step after a failed attempt. */
function afterwards(who: Asked, { retry_in_ms }: Try, next: Try | undefined): string {
  if (retry_in_ms !== undefined) return `, and was to be retried in ${duration(retry_in_ms)}.`;
  return next === undefined ? ', for the last time.' : `. ${nameOf(who, next)} was asked at once.`;
}
