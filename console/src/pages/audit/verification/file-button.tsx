import { useRef } from 'react';
import { Button } from '../../../ui/button.tsx';

/** A button that reads a text file of the person's. */
export function FileButton({
  label,
  disabled,
  onText,
}: {
  label: string;
  disabled: boolean;
  onText: (text: string) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept=".txt,.json,.jsonl,text/plain,application/json"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = '';
          void file?.text().then(onText);
        }}
      />
      <Button size="small" disabled={disabled} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  );
}
