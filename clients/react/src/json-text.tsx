import { useState } from 'react';
import { shownJson } from '../../../contract/shown-json.ts';

/** What is longer is cut, and counted. */
const limit = 20_000;

/** JSON to be read in full: what cannot be seen in it is written out. */
export function JsonText({ value, label, open = false }: { value: unknown; label: string; open?: boolean }) {
  const [whole, setWhole] = useState(false);
  const text = shownJson(JSON.stringify(value, null, 2) ?? '');
  const more = text.length - limit;
  const cut = more > 0 && !whole;
  return (
    <details className="heddle-json" open={open}>
      <summary>{label}</summary>
      <pre tabIndex={0} role="region" aria-label={label}>
        {cut ? `${text.slice(0, limit)}… ${more.toLocaleString('en-US')} more characters` : text}
      </pre>
      {cut && (
        <button type="button" className="heddle-button" onClick={() => setWhole(true)}>
          Show {more.toLocaleString()} more characters
        </button>
      )}
    </details>
  );
}
