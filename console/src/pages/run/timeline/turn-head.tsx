import { visibleLine } from '#contract/words/unseen-characters.ts';
import type { Turn } from '../../../api/schema.ts';
import { creditsText } from '../../../text/credits.ts';
import { locale } from '../../../text/locale.ts';
import { wordsOf } from '../../../text/words-of.ts';
import { Time } from '../../../time/time.tsx';

/** Which turn it is, of which model, and what it read, said and cost. */
export function TurnHead({ turn }: { turn: Turn }) {
  const { seq, model_class, model, input_tokens, cached_input_tokens, output_tokens, cost_credits } = turn;
  const count = (tokens: number): string => tokens.toLocaleString(locale);
  return (
    <div className="mb-2.5 flex flex-wrap items-baseline gap-x-3 gap-y-1">
      <h2 className="text-sm font-semibold">Turn {seq}</h2>
      <p className="text-note text-muted">
        {wordsOf(model_class)}
        {model !== undefined && ` (${visibleLine(model)})`} · {count(input_tokens)} tokens in
        {cached_input_tokens !== undefined && ` (${count(cached_input_tokens)} cached)`},{' '}
        {count(output_tokens)} out · {creditsText(cost_credits)}
      </p>
      <Time
        at={turn.started_at ?? turn.created_at}
        as="clock"
        className="ml-auto text-note text-muted max-sm:hidden"
      />
    </div>
  );
}
