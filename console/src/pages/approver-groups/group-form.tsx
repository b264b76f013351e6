import { type FormEvent, useState } from 'react';
import { hasUnseen, visibleLine } from '#contract/unseen-characters.ts';
import { faultsOf } from '../../api/api-error.ts';
import { api, madeOf } from '../../api/client.ts';
import type { ApproverGroup } from '../../published/use-groups.ts';
import { counted } from '../../text/counted.ts';
import { Button } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/dialog.tsx';
import { ErrorNotice } from '../../ui/error-notice.tsx';
import { Field, Input, Textarea } from '../../ui/field.tsx';
import { formText } from '../../ui/form-text.ts';
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
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const [lines, setLines] = useState(group?.members.join('\n') ?? '');
  const members = fromLines(lines);
  const hidden = members.filter(hasUnseen);
  const faultOf = (name: string) =>
    faultsOf(error).find(({ path }) => path === name || path.startsWith(`${name}.`));
  const memberFault = faultOf('members');
  const save = async (form: FormData): Promise<void> => {
    setBusy(true);
    setError(undefined);
    const params = { path: { key: group?.key ?? formText(form, 'key') } };
    try {
      const body = { name: formText(form, 'name'), members };
      madeOf(await api.PUT('/v1/approver-groups/{key}', { params, body }));
      await onSaved();
    } catch (error) {
      setError(error);
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void save(new FormData(event.currentTarget));
  };
  return (
    <form onSubmit={submit} className="space-y-4" noValidate>
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
        error={memberFault && memberText(memberFault, members)}
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
        <p role="status" className="text-[13px] break-words text-warn">
          Has characters that cannot be seen: {hidden.map(visibleLine).join(', ')}
        </p>
      )}
      {error !== undefined && <ErrorNotice error={error} />}
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button needs="admin" type="submit" look="primary" busy={busy}>
          Save
        </Button>
      </DialogActions>
    </form>
  );
}

/** What is wrong with the members, with the one that it is about. */
function memberText({ path, message }: { path: string; message: string }, members: string[]): string {
  const member = members[Number(path.split('.')[1])];
  return member === undefined ? message : `${visibleLine(member)} ${message}`;
}
