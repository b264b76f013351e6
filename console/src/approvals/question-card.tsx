import { MessageCircleQuestionMark } from 'lucide-react';
import { visibleLine } from '#contract/words/unseen-characters.ts';
import { promptOf } from '#heddle-react/prompt.ts';
import type { Question } from '../conversation/event-data.ts';
import { Button } from '../ui/button.tsx';

/** A question of the agent. Its options answer it; so does any message. */
export function QuestionCard({
  question,
  open,
  busy,
  onAnswer,
}: {
  question: Question;
  open: boolean;
  busy: boolean;
  onAnswer: (text: string) => void;
}) {
  const { text, choices } = promptOf(question.prompt);
  return (
    <section
      aria-label="Question"
      className="rounded-card border bg-surface px-5 py-4 shadow-card data-open:border-accent/40"
      data-open={open || undefined}
    >
      <p className="flex items-center gap-2 text-note font-medium text-muted">
        <MessageCircleQuestionMark className="size-4" aria-hidden />
        {open ? 'Waiting for your answer' : 'Asked'}
      </p>
      <p className="mt-2 text-prose leading-6 font-medium break-words">{text}</p>
      {open && choices.length > 0 && (
        <div className="mt-3 flex flex-wrap gap-2">
          {choices.map((choice) => (
            <Button
              needs="maker"
              key={choice}
              disabled={busy}
              onClick={() => onAnswer(choice)}
              className="h-auto min-h-9 py-1.5 whitespace-normal"
            >
              {visibleLine(choice)}
            </Button>
          ))}
        </div>
      )}
    </section>
  );
}
