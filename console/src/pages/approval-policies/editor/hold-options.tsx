import { Checkbox } from '../../../ui/field.tsx';
import { memberSetter, type Members } from './model/draft.ts';

/** Options of a hold that concern its deciders, beside the stages. */
export const holdOptions = ['exclude_subject', 'require_digest'];

/** The options of a hold that concern its deciders: who may not decide, and what a decision has to carry. */
export function HoldOptions({ of, onChange }: { of: Members; onChange: (of: Members) => void }) {
  const set = memberSetter(of, onChange);
  return (
    <div className="flex flex-wrap gap-x-6 gap-y-2">
      <Checkbox
        label="The subject may not approve its own call"
        checked={of['exclude_subject'] === true}
        onChange={({ target }) => set('exclude_subject')(target.checked || undefined)}
      />
      <Checkbox
        label="A decision must carry the digest"
        checked={of['require_digest'] === true}
        onChange={({ target }) => set('require_digest')(target.checked || undefined)}
      />
    </div>
  );
}
