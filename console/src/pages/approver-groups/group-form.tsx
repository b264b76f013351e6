import { useState } from 'react';
import { hasUnseen, visibleLine } from '#contract/unseen-characters.ts';
import { api, madeOf } from '../../api/client.ts';
import type { ApproverGroup } from '../../published/use-groups.ts';
import { counted } from '../../text/counted.ts';
import { Field, Input, Textarea } from '../../ui/field.tsx';
import { formText } from '../../ui/form-text.ts';
import { SaveForm } from '../../ui/save-form.tsx';
import { fromLines } from './member-lines.ts';

/** Makes or replaces a group. */
export function GroupForm({
  group,
  onSaved,
  onCancel,
}: {
  group: ApproverGroup | undefined;
  onSaved: () => Promise<void>;
  onCancel: () => void;
}) {
  const [lines, setLines] = useState(group?.members.join('\n') ?? '');
  const members = fromLines(lines);
  const hidden = members.filter(hasUnseen);
  const save = async (form: FormData): Promise<void> => {
    const params = { path: { key: group?.key ?? formText(form, 'key') } };
    const body = { name: formText(form, 'name'), members };
    madeOf(await api.PUT('/v1/approver-groups/{key}', { params, body }));
    await onSaved();
  };
  return (
    <SaveForm onSave={save} onCancel={onCancel}>
      {(faultOf) => (
        <>
          {group === undefined && (
            <Field
              label="Key"
              hint="By which policies name it: lower-case letters, digits, _ and -."
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
            hint={`One on each line. ${counted(members.length, 'member')}.`}
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
          {hidden.length > 0 && (
            <p role="status" className="text-note break-words text-warn">
              Has characters that cannot be seen: {hidden.map(visibleLine).join(', ')}
            </p>
          )}
        </>
      )}
    </SaveForm>
  );
}

/** What is wrong with the members, with the one that it is about. */
function memberText(
  fault: { path: string; message: string } | undefined,
  members: string[],
): string | undefined {
  if (fault === undefined) return undefined;
  const { path, message } = fault;
  const member = members[Number(path.split('.')[1])];
  return member === undefined ? message : `${visibleLine(member)} ${message}`;
}
