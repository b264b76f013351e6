import { type ComponentProps, useRef } from 'react';
import type { Thread } from '../../api/schema.ts';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Composer } from './composer.tsx';

/** The message field, and the error of the last message. */
export function ConversationFoot({
  thread,
  agentName,
  error,
  ...writing
}: {
  /** Undefined until it is read. */
  thread: Thread | undefined;
  agentName: string;
  error: unknown;
} & Pick<ComponentProps<typeof Composer>, 'subject' | 'busy' | 'text' | 'onText' | 'onSend'>) {
  const field = useRef<HTMLTextAreaElement>(null);
  return (
    <div className="shrink-0 px-4 pb-4 sm:px-8">
      <div className="mx-auto w-full max-w-3xl">
        {error !== undefined && <ErrorNotice error={error} className="mb-3" />}
        <Composer
          field={field}
          placeholder={thread?.pending_elicitation ? 'Answer the question' : `Message ${agentName}`}
          blocked={thread?.pending_confirmation === undefined ? undefined : 'Decide on the held call first'}
          {...writing}
        />
      </div>
    </div>
  );
}
