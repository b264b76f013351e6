import { visibleLine, visibleText } from '../../../contract/words/unseen-characters.ts';
import { Button } from './button.tsx';
import type { HeddleCall } from './calls.ts';
import { Card } from './card.tsx';
import { promptOf } from './prompt.ts';
import { useBusy } from './use-busy.ts';

export interface QuestionProps {
  /** A question that waits, or was answered. */
  call: HeddleCall;
  /** Undefined where one cannot answer. */
  onAnswer?: ((text: string) => Promise<void>) | undefined;
}

/** A question of the agent. Its options answer it, and so does any text that is sent. */
export function Question({ call, onAnswer }: QuestionProps) {
  const { input, output, state } = call;
  const { busy, run } = useBusy();
  const { text, choices } = promptOf(input);
  const given = typeof output === 'string' ? output : (output as { answer?: unknown } | undefined)?.answer;
  const open = state === 'waiting' && onAnswer !== undefined;
  return (
    <Card
      call={call}
      says={state === 'waiting' ? 'Waiting for your answer' : 'Asked'}
      title={text}
      label="Question"
      open={open}
    >
      {typeof given === 'string' && (
        <p>
          Answered: <bdi>{visibleText(given)}</bdi>
        </p>
      )}
      {open && choices.length > 0 && (
        <div className="heddle-buttons">
          {choices.map((choice) => (
            <Button key={choice} disabled={busy} onClick={() => run(async () => await onAnswer(choice))}>
              {visibleLine(choice)}
            </Button>
          ))}
        </div>
      )}
    </Card>
  );
}
