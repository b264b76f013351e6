import type { WhileHeld } from '#contract/while-held.ts';

const choices: Record<WhileHeld, string> = {
  refuse: 'needs a decision first',
  beside: 'starts a run beside it',
  cancel: 'cancels its run',
};

/** Which effect a message has while a call is held. */
export function WhileHeldChoice({
  value,
  onChange,
}: {
  value: WhileHeld;
  onChange: (value: WhileHeld) => void;
}) {
  return (
    <label className="mb-2 flex items-center gap-2 text-xs text-muted">
      While a call is held, a message
      <select
        value={value}
        onChange={({ target }) => onChange(target.value as WhileHeld)}
        className="rounded-md border border-line-strong bg-surface px-2 py-1 text-ink"
      >
        {Object.entries(choices).map(([choice, words]) => (
          <option key={choice} value={choice}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}
