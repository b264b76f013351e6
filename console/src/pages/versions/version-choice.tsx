import { Field, Select } from '../../ui/field.tsx';

/** Which version is shown, and beside which other one. */
export function VersionChoice({
  versions,
  shown,
  left,
  onShow,
  onCompare,
}: {
  versions: number[];
  shown: number;
  /** The version that it is compared with, if it is. */
  left: number | undefined;
  onShow: (version: number) => void;
  onCompare: (version: number | undefined) => void;
}) {
  const show = (version: number): void => {
    onShow(version);
    if (version === left) onCompare(undefined);
  };
  return (
    <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
      <Field label="Compare with">
        {(control) => (
          <Select
            {...control}
            value={left ?? ''}
            onChange={({ target }) => onCompare(target.value === '' ? undefined : Number(target.value))}
          >
            <option value="">Nothing</option>
            <Versions versions={versions.filter((version) => version !== shown)} />
          </Select>
        )}
      </Field>
      <Field label="Version">
        {(control) => (
          <Select {...control} value={shown} onChange={({ target }) => show(Number(target.value))}>
            <Versions versions={versions} />
          </Select>
        )}
      </Field>
    </div>
  );
}

function Versions({ versions }: { versions: number[] }) {
  return versions.map((version) => (
    <option key={version} value={version}>
      Version {version}
    </option>
  ));
}
