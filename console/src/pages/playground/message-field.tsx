import type { ComponentProps, KeyboardEvent } from 'react';

const longest = 32_000;

/** The field of a message. Enter sends it, Shift-Enter starts a new line. */
export function MessageField({ onSend, ...props }: ComponentProps<'textarea'> & { onSend: () => void }) {
  const onKey = (event: KeyboardEvent): void => {
    // While an input method composes, Enter chooses.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onSend();
  };
  return (
    <textarea
      aria-label="Message"
      data-search
      onKeyDown={onKey}
      maxLength={longest}
      rows={1}
      className="block field-sizing-content max-h-60 min-h-12 w-full resize-none bg-transparent px-4 pt-3.5 pb-1 text-prose outline-none placeholder:text-muted disabled:opacity-70"
      {...props}
    />
  );
}
