import { useState } from 'react';
import { hasUnseen, visibleLine } from '#contract/words/unseen-characters.ts';
import type { Fault } from '../../api/api-error.ts';
import type { ApproverGroup } from '../../api/schema.ts';
import { counted } from '../../text/counted.ts';
import { Field, Input, Textarea } from '../../ui/field.tsx';
import { formText } from '../../ui/form-text.ts';
import { SaveForm } from '../../ui/save-form.tsx';
import { fromLines } from './member-lines.ts';
import { useGroupChanges } from './use-group-changes.ts';

/** Makes or replaces a group. */
export function GroupForm({
  group,
  onSaved,
  onCancel,
}: {
  group: ApproverGroup | undefined;
  onSaved: () => void;
  onCancel: () => void;
}) {
  const [lines, setLines] = useState(group?.members.join('\n') ?? '');
  const { put } = useGroupChanges();
  const members = fromLines(lines);
  const hidden = members.filter(hasUnseen);
  const save = async (form: FormData): Promise<void> => {
    const key = group?.key ?? formText(form, 'key');
    await put.mutateAsync({ key, name: formText(form, 'name'), members });
    onSaved();
  };
  return (
    <SaveForm onSave={save} onCancel={onCancel}>
      {(faultOf) => (
        <>
          {group === undefined && (
            <Field
              label="Key"
              hint="Policies refer to the group by this key: lower-case letters, digits, _ and -."
              error={faultOf('key')?.message}
            >
              {(control) => <Input {...control} name="key" placeholder="finance" autoComplete="off" />}
            </Field>
          )}
          <Field label="Name" error={faultOf('name')?.message}>
            {(control) => <Input {...control} name="name" defaultValue={group?.name} placeholder="Finance" />}
          </Field>
          <Field
            label="Members"
            hint={`One per line. ${counted(members.length, 'member')}.`}
            error={memberText(faultOf('members'), members)}
          >
            {(control) => (
              <Textarea
                {...control}
                rows={8}
                spellCheck={false}
                value={lines}
                placeholder={'eve@bank.example\nmia@bank.example'}
                onChange={({ target }) => setLines(target.value)}
              />
            )}
          </Field>
          {hidden.length > 0 && <HiddenCharacters members={hidden} />}
        </>
      )}
    </SaveForm>
  );
}

/** Says which members are not only what one sees. */
function HiddenCharacters({ members }: { members: string[] }) {
  return (
    <p role="status" className="text-note break-words text-warn">
      Contains invisible characters: {members.map(visibleLine).join(', ')}
    </p>
  );
}

/** The error of the members, with the member that it concerns. */
function memberText(fault: Fault | undefined, members: string[]): string | undefined {
  if (fault === undefined) return undefined;
  const { path, message } = fault;
  const member = members[Number(path.split('.')[1])];
  return member === undefined ? message : `${visibleLine(member)} ${message}`;
}
