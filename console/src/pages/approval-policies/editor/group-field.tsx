import { useQuery } from '@tanstack/react-query';
import { visibleLine } from '#contract/words/unseen-characters.ts';
import { groupsQuery } from '../../../published/groups-query.ts';
import { counted } from '../../../text/counted.ts';
import { Field, Select } from '../../../ui/field.tsx';
import { textOf } from './model/texts.ts';

/** A choice of a group, by its key. One that is not there is shown as what it is. */
export function GroupField({
  label,
  none,
  value,
  error,
  onChange,
}: {
  label: string;
  /** The meaning of an empty choice. */
  none: string;
  value: unknown;
  error: string | undefined;
  onChange: (key: string | undefined) => void;
}) {
  const { data: groups = [], isSuccess } = useQuery(groupsQuery);
  const key = textOf(value);
  const isKnown = key === '' || groups.some((group) => group.key === key);
  return (
    <Field label={label} error={error ?? (isSuccess && !isKnown ? 'There is no such group yet.' : undefined)}>
      {(control) => (
        <Select
          {...control}
          value={key}
          onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
        >
          <option value="">{none}</option>
          {!isKnown && <option value={key}>{visibleLine(key)}</option>}
          {groups.map(({ key, name, members }) => (
            <option key={key} value={key}>
              {visibleLine(name)} ({key}, {counted(members.length, 'member')})
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
