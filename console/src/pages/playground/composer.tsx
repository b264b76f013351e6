import { type RefObject, useRef } from 'react';
import { useSession } from '../../session/session.ts';
import { Dictation } from './dictation/dictation.tsx';
import { MessageField } from './message-field.tsx';
import { SendButton } from './send-button.tsx';
import { withReturned } from './with-returned.ts';

/** Where one writes a message. Enter sends it, Shift-Enter starts a new line. */
export function Composer({
  subject,
  placeholder,
  blocked,
  busy,
  text,
  onText,
  onSend,
  field,
}: {
  subject: string;
  placeholder: string;
  /** Why nothing can be sent now. */
  blocked?: string | undefined;
  busy: boolean;
  text: string;
  onText: (change: (text: string) => string) => void;
  /** Resolves to whether it was sent: the text comes back otherwise. */
  onSend: (text: string) => Promise<boolean>;
  field?: RefObject<HTMLTextAreaElement | null>;
}) {
  const { voice } = useSession();
  const unnamed = useRef<HTMLTextAreaElement>(null);
  const own = field ?? unnamed;
  const ready = text.trim() !== '' && !busy && blocked === undefined;
  const send = async (): Promise<void> => {
    if (!ready) return;
    const sent = text;
    onText(() => '');
    if (!(await onSend(sent.trim()))) onText((now) => withReturned(sent, now));
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      className="rounded-2xl border border-line-strong bg-surface shadow-card transition-colors focus-within:border-accent has-[textarea:focus-visible]:outline-1 has-[textarea:focus-visible]:outline-accent"
    >
      <MessageField
        ref={own}
        value={text}
        onChange={({ target }) => onText(() => target.value)}
        placeholder={blocked ?? placeholder}
        disabled={blocked !== undefined}
        onSend={() => void send()}
      />
      <div className="flex items-center gap-1 px-2 pb-2">
        <span className="pl-2 text-xs text-muted max-sm:hidden">
          Enter to send, Shift + Enter for a new line
        </span>
        <span className="ml-auto" />
        {voice && (
          <Dictation
            subject={subject}
            disabled={blocked !== undefined}
            onText={(heard) => {
              onText((now) => (now.trim() === '' ? heard : `${now.trimEnd()} ${heard}`));
              own.current?.focus();
            }}
          />
        )}
        <SendButton busy={busy} disabled={!ready} />
      </div>
    </form>
  );
}
