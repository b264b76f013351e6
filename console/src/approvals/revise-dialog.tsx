import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useMemo, useState } from 'react';
import { visibleLine } from '#contract/unseen-characters.ts';
import { faultsOf } from '../api/api-error.ts';
import { api, dataOf } from '../api/client.ts';
import type { Patch } from '../api/schema.ts';
import type { HeldWrite } from '../conversation/event-data.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Field, Input, Select, Textarea } from '../ui/field.tsx';
import { SkeletonLines } from '../ui/skeleton.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { TextDiff } from '../ui/text-diff.tsx';
import { type ArgumentField, fieldsOf, jsonText, readArguments, readFields } from './argument-fields.ts';
import type { Revision } from './decide.ts';

/** A form that corrects the arguments of a held write, by the schema of its patch or as JSON. */
export default function ReviseDialog({
  held,
  onRevise,
  onClose,
}: {
  held: HeldWrite;
  onRevise: (revision: Revision) => Promise<void>;
  onClose: () => void;
}) {
  const { patch_ref: ref } = held;
  const patch = useQuery({
    queryKey: ['patches', ref],
    // A version never changes.
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<Patch> =>
      dataOf(await api.GET('/v1/patches/{ref}', { params: { path: { ref } }, signal })),
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Correct: ${visibleLine(held.summary.title)}`}
      description="A call with these arguments takes the place of this one. Approvals that it has got are void."
      className="max-w-3xl"
    >
      {patch.isPending && <SkeletonLines lines={4} />}
      {patch.isError && <ErrorNotice error={patch.error} onRetry={() => void patch.refetch()} />}
      {patch.isSuccess && (
        <ReviseForm held={held} schema={patch.data.input_schema} onRevise={onRevise} onClose={onClose} />
      )}
    </Dialog>
  );
}

function ReviseForm({
  held: { args = {} },
  schema,
  onRevise,
  onClose,
}: {
  held: HeldWrite;
  schema: unknown;
  onRevise: (revision: Revision) => Promise<void>;
  onClose: () => void;
}) {
  const [mode, setMode] = useState<'form' | 'json'>('form');
  // What is edited is what was shown when this was opened, whatever is read meanwhile.
  const [original] = useState(args);
  const [base, setBase] = useState(original);
  const fields = useMemo(() => fieldsOf(schema, base), [schema, base]);
  const [texts, setTexts] = useState<ReadonlyMap<string, string>>(new Map());
  const [json, setJson] = useState(() => jsonText(original));
  const [note, setNote] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const read = mode === 'form' ? readFields(fields, texts, base) : readArguments(json);
  const faults: ReadonlyMap<string, string> = 'faults' in read ? read.faults : new Map();
  const refused = faultsOf(error);
  const faultOf = (name: string): string | undefined =>
    faults.get(name) ?? refused.find(({ path }) => path === name || path.startsWith(`${name}.`))?.message;

  const change = (next: typeof mode): void => {
    // What was typed goes along. What is wrong with it is said where it was typed.
    if (!('args' in read)) return;
    setJson(jsonText(read.args));
    setBase(read.args);
    setTexts(new Map());
    setMode(next);
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!('args' in read)) return;
    setBusy(true);
    setError(undefined);
    try {
      await onRevise({ args: read.args, note: note.trim() === '' ? undefined : note.trim() });
      onClose();
    } catch (error) {
      setError(error);
    } finally {
      setBusy(false);
    }
  };
  const before = jsonText(original);
  const after = 'args' in read ? jsonText(read.args) : undefined;
  return (
    <form onSubmit={(event) => void submit(event)} className="space-y-4">
      <Tabs
        label="How to edit"
        value={mode}
        onChange={change}
        tabs={[
          {
            name: 'form',
            title: 'Form',
            content: (
              <div className="space-y-4 pt-4">
                {fields.map((field) => (
                  <ArgumentControl
                    key={field.name}
                    field={field}
                    text={texts.get(field.name) ?? field.text}
                    error={faultOf(field.name)}
                    onChange={(text) => setTexts(new Map(texts).set(field.name, text))}
                  />
                ))}
              </div>
            ),
          },
          {
            name: 'json',
            title: 'JSON',
            content: (
              <Field
                label="Arguments"
                hint="[redacted], where it is shown, stands for the stored value."
                error={faults.get('')}
                className="pt-4"
              >
                {(control) => (
                  <Textarea
                    {...control}
                    rows={12}
                    spellCheck={false}
                    className="font-mono text-xs"
                    value={json}
                    onChange={({ target }) => setJson(target.value)}
                  />
                )}
              </Field>
            ),
          },
        ]}
      />
      {after !== undefined &&
        (after === before ? (
          <p className="text-[13px] text-muted">Nothing is changed yet.</p>
        ) : (
          <TextDiff
            label="Arguments"
            left={before}
            right={after}
            leftLabel="As it is held"
            rightLabel="As corrected"
          />
        ))}
      <Field label="Note" hint="Recorded with the call, and passed to the agent.">
        {(control) => (
          <Textarea
            {...control}
            value={note}
            maxLength={2000}
            className="min-h-16"
            onChange={({ target }) => setNote(target.value)}
          />
        )}
      </Field>
      {error !== undefined && <ErrorNotice error={error} />}
      <DialogActions>
        <Button onClick={onClose} disabled={busy}>
          Cancel
        </Button>
        <Button needs="approver" type="submit" look="primary" busy={busy} disabled={!('args' in read)}>
          Correct
        </Button>
      </DialogActions>
    </form>
  );
}

function ArgumentControl({
  field: { name, kind, required, hint, choices = [] },
  text,
  error,
  onChange,
}: {
  field: ArgumentField;
  text: string;
  error: string | undefined;
  onChange: (text: string) => void;
}) {
  const options = kind === 'boolean' ? ['true', 'false'] : choices;
  return (
    <Field
      label={
        <>
          <code className="font-mono text-xs">{visibleLine(name)}</code>
          {required ? '' : ' (optional)'}
        </>
      }
      hint={hint === undefined ? undefined : visibleLine(hint)}
      error={error}
    >
      {(control) => {
        if (kind === 'boolean' || kind === 'choice') {
          return (
            <Select {...control} value={text} onChange={({ target }) => onChange(target.value)}>
              <option value="">Not sent</option>
              {options.map((option) => (
                <option key={option}>{option}</option>
              ))}
            </Select>
          );
        }
        if (kind === 'number') {
          return (
            <Input
              {...control}
              inputMode="decimal"
              autoComplete="off"
              value={text}
              onChange={({ target }) => onChange(target.value)}
            />
          );
        }
        return (
          <Textarea
            {...control}
            spellCheck={false}
            autoComplete="off"
            rows={Math.min(text.split('\n').length, 8)}
            className={kind === 'json' ? 'min-h-9 font-mono text-xs' : 'min-h-9'}
            value={text}
            onChange={({ target }) => onChange(target.value)}
          />
        );
      }}
    </Field>
  );
}
