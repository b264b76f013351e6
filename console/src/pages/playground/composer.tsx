import { ArrowUp } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useRef } from 'react';
import { useSession } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dictation } from './dictation.tsx';

const longest = 32_000;

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
  const onKey = (event: KeyboardEvent): void => {
    // While an input method composes, Enter chooses.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      className="rounded-2xl border border-line-strong bg-surface shadow-card transition-colors focus-within:border-accent has-[textarea:focus-visible]:outline-1 has-[textarea:focus-visible]:outline-accent"
    >
      <textarea
        ref={own}
        aria-label="Message"
        data-search
        value={text}
        onChange={({ target }) => onText(() => target.value)}
        onKeyDown={onKey}
        placeholder={blocked ?? placeholder}
        disabled={blocked !== undefined}
        maxLength={longest}
        rows={1}
        className="block field-sizing-content max-h-60 min-h-12 w-full resize-none bg-transparent px-4 pt-3.5 pb-1 text-[15px] outline-none placeholder:text-muted disabled:opacity-70"
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
        <Button
          needs="maker"
          type="submit"
          look="primary"
          size="icon"
          aria-label="Send"
          busy={busy}
          disabled={!ready}
        >
          {!busy && <ArrowUp aria-hidden />}
        </Button>
      </div>
    </form>
  );
}

/** The text of a message that was not sent, before what was typed since. */
export function withReturned(unsent: string, typed: string): string {
  return typed.trim() === '' ? unsent : `${unsent}\n\n${typed}`;
}
