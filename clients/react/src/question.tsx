import { visibleLine, visibleText } from '../../../contract/unseen-characters.ts';
import type { HeddleCall } from './calls.ts';
import { promptOf } from './prompt.ts';
import { useBusy } from './use-busy.ts';
import { useKeptFocus } from './use-kept-focus.ts';

export interface QuestionProps {
  /** A question that waits, or was answered. */
  call: HeddleCall;
  /** Undefined where one cannot answer. */
  onAnswer?: ((text: string) => Promise<void>) | undefined;
}

/** A question of the agent. Its options answer it, and so does any text that is sent. */
export function Question({ call: { input, output, state }, onAnswer }: QuestionProps) {
  const { busy, run } = useBusy();
  const { text, choices } = promptOf(input);
  const given = typeof output === 'string' ? output : (output as { answer?: unknown } | undefined)?.answer;
  const open = state === 'waiting' && onAnswer !== undefined;
  const card = useKeptFocus<HTMLElement>(open);
  return (
    <section
      ref={card}
      tabIndex={-1}
      className="heddle-card"
      data-kind="question"
      data-state={state}
      aria-label="Question"
    >
      <p className="heddle-card-state">{state === 'waiting' ? 'Waiting for your answer' : 'Asked'}</p>
      <p className="heddle-card-title">{text}</p>
      {typeof given === 'string' && (
        <p>
          Answered: <bdi>{visibleText(given)}</bdi>
        </p>
      )}
      {open && choices.length > 0 && (
        <div className="heddle-buttons">
          {choices.map((choice) => (
            <button
              key={choice}
              type="button"
              className="heddle-button"
              disabled={busy}
              onClick={() => run(async () => await onAnswer(choice))}
            >
              {visibleLine(choice)}
            </button>
          ))}
        </div>
      )}
    </section>
  );
}
