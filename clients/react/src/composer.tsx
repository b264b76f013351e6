import { useId, useState } from 'react';
import { Button } from './button.tsx';

/** Where one writes a message. Enter sends it, Shift-Enter starts a new line. */
export function Composer({
  label,
  placeholder,
  disabled,
  onSend,
  onStop,
}: {
  label: string;
  placeholder: string;
  disabled: boolean;
  onSend: (text: string) => Promise<void>;
  /** Absent while nothing can be stopped. */
  onStop: (() => Promise<void>) | undefined;
}) {
  const [text, setText] = useState('');
  const id = useId();
  const send = (): void => {
    if (disabled || text.trim() === '') return;
    setText('');
    void onSend(text);
  };
  return (
    <form
      className="heddle-composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <label htmlFor={id} className="heddle-hidden">
        {label}
      </label>
      <textarea
        id={id}
        rows={1}
        maxLength={32_000}
        value={text}
        placeholder={placeholder}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          send();
        }}
      />
      {onStop === undefined ? (
        <Button type="submit" look="primary" disabled={disabled}>
          Send
        </Button>
      ) : (
        <Button onClick={() => void onStop()}>Stop</Button>
      )}
    </form>
  );
}
