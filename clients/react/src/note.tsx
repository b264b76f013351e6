import { useId, useState } from 'react';
import { Button } from './button.tsx';
import { noteOf } from './note-of.ts';

/** A field for a few words, and the button that sends them. */
export function Note({
  label,
  hint,
  submit,
  busy,
  onSubmit,
  onCancel,
}: {
  label: string;
  hint: string;
  submit: string;
  busy: boolean;
  onSubmit: (note: string | undefined) => void;
  onCancel: () => void;
}) {
  const [text, setText] = useState('');
  const id = useId();
  return (
    <form
      className="heddle-note"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(noteOf(text));
      }}
    >
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        // Focused when the button before it is pressed.
        autoFocus
        rows={2}
        maxLength={2000}
        value={text}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={({ key, nativeEvent }) => {
          if (key === 'Escape' && !nativeEvent.isComposing) onCancel();
        }}
      />
      <p id={`${id}-hint`} className="heddle-hint">
        {hint}
      </p>
      <div className="heddle-buttons">
        <Button type="submit" look="primary" disabled={busy}>
          {submit}
        </Button>
        <Button onClick={onCancel}>Back</Button>
      </div>
    </form>
  );
}
