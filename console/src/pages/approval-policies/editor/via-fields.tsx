import { waysOf } from '../../../approvals/may-approve.ts';
import { Checkbox } from '../../../ui/field.tsx';
import { useFault } from './faults.ts';
import { memberSetter, type Members } from './model/draft.ts';
import { viasByTrust } from './model/vias-by-trust.ts';

/** How those who approve at a stage have to be known. */
export function ViaFields({
  stage,
  path,
  onChange,
}: {
  stage: Members;
  path: string;
  onChange: (stage: Members) => void;
}) {
  const set = memberSetter(stage, onChange);
  const viaFault = useFault(`${path}.via`);
  const via = Array.isArray(stage['via']) ? stage['via'].map(String) : [];
  const toggle = (way: string, chosen: boolean): void => {
    const next = viasByTrust.filter((each) => (each === way ? chosen : via.includes(each)));
    set('via')(next.length === 0 ? undefined : next);
  };
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-note font-medium">Only people known by</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-1.5">
        {viasByTrust.map((way) => (
          <Checkbox
            key={way}
            label={waysOf([way])}
            checked={via.includes(way)}
            onChange={({ target }) => toggle(way, target.checked)}
          />
        ))}
      </div>
      <p className="mt-1.5 text-note text-muted">
        {viaFault ??
          (via.length === 0 ? 'None chosen: known in any way.' : 'Others may reject, not approve.')}
      </p>
    </fieldset>
  );
}
