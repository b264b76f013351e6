import { type ComponentProps, useRef, useState } from 'react';
import type { WhileHeld } from '#contract/while-held.ts';
import type { Thread } from '../../api/schema.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Composer } from './composer.tsx';
import { WhileHeldChoice } from './while-held-choice.tsx';

/** The message field, what a message does while a call is held, and the error of the last message. */
export function ConversationFoot({
  thread,
  agentName,
  error,
  onSend,
  ...writing
}: {
  /** Undefined until it is read. */
  thread: Thread | undefined;
  agentName: string;
  error: unknown;
  /** @param whileHeld only while a call is held */
  onSend: (text: string, whileHeld?: WhileHeld) => Promise<boolean>;
} & Pick<ComponentProps<typeof Composer>, 'subject' | 'busy' | 'text' | 'onText'>) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [chosen, setChosen] = useState<WhileHeld>('refuse');
  const isHeld = thread?.pending_confirmation !== undefined;
  const isBlocked = isHeld && chosen === 'refuse';
  return (
    <div className="shrink-0 px-4 pb-4 sm:px-8">
      <div className="mx-auto w-full max-w-3xl">
        {error !== undefined && <ErrorNotice error={error} className="mb-3" />}
        {isHeld && <WhileHeldChoice value={chosen} onChange={setChosen} />}
        <Composer
          field={field}
          placeholder={thread?.pending_elicitation ? 'Answer the question' : `Message ${agentName}`}
          blocked={isBlocked ? 'Decide on the held call first' : undefined}
          onSend={async (text) => await (isHeld ? onSend(text, chosen) : onSend(text))}
          {...writing}
        />
      </div>
    </div>
  );
}
