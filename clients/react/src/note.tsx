import { useId, useState } from 'react';

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
        const note = text.trim();
        onSubmit(note === '' ? undefined : note);
      }}
    >
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        // Whoever has pressed the button before it writes here next.
        autoFocus
        rows={2}
        maxLength={2000}
        value={text}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => setText(target.value)}
      />
      <p id={`${id}-hint`} className="heddle-hint">
        {hint}
      </p>
      <div className="heddle-buttons">
        <button type="submit" className="heddle-button" data-look="primary" disabled={busy}>
          {submit}
        </button>
        <button type="button" className="heddle-button" disabled={busy} onClick={onCancel}>
          Back
        </button>
      </div>
    </form>
  );
}
