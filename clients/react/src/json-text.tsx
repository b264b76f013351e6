import { useMemo, useState } from 'react';
import { shownJson } from '../../../contract/words/shown-json.ts';
import { Button } from './button.tsx';
import { useCut } from './use-cut.ts';

/** JSON to be read in full: what cannot be seen in it is written out. */
export function JsonText({ value, label, open = false }: { value: unknown; label: string; open?: boolean }) {
  // Made when it is opened: a conversation has many results, and some are large.
  const [opened, setOpened] = useState(open);
  return (
    <details
      className="heddle-json"
      open={open}
      onToggle={({ currentTarget }) => setOpened((before) => before || currentTarget.open)}
    >
      <summary>{label}</summary>
      {opened && <Json value={value} label={label} />}
    </details>
  );
}

function Json({ value, label }: { value: unknown; label: string }) {
  const json = JSON.stringify(value, null, 2) ?? '';
  const text = useMemo(() => shownJson(json), [json]);
  const { shown, left, showAll } = useCut(text);
  return (
    <>
      <pre tabIndex={0} role="region" aria-label={label}>
        {shown}
      </pre>
      {left > 0 && <Button onClick={showAll}>Show {left.toLocaleString()} more characters</Button>}
    </>
  );
}
