import { type FormEvent, useId, useState } from 'react';
import type { ApprovalPolicy } from '../../../api/schema.ts';
import { Card } from '../../../ui/card.tsx';
import { ErrorNotice } from '../../../ui/error-notice.tsx';
import { Page } from '../../../ui/page-header.tsx';
import { definitionOf } from '../approval-policies-page.tsx';
import { EditorHeader } from './editor-header.tsx';
import { draftFaults, DraftFaults } from './faults.ts';
import { JsonPanel } from './json-panel.tsx';
import { KeyFields } from './key-fields.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { type Draft, draftText, readDraft } from './model/draft.ts';
import { textOf } from './model/texts.ts';
import { PolicyForm } from './policy-form.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { SimulationPanel } from './simulation/simulation-panel.tsx';

const empty: Draft = { key: '', rules: [] };

/** A draft of a policy. Its text is the state, of the form and of the JSON beside it. */
export function PolicyEditor({ newest }: { newest: ApprovalPolicy | undefined }) {
  const beginning = draftText(newest === undefined ? empty : definitionOf(newest));
  const [text, setText] = useState(beginning);
  const [error, setError] = useState<unknown>();
  const [publishing, setPublishing] = useState(false);
  const read = readDraft(text);
  const draft = 'draft' in read ? read.draft : undefined;
  const key = textOf(draft?.['key']);
  const change = (next: Draft): void => setText(draftText(next));
  const form = useId();
  const review = (event: FormEvent): void => {
    event.preventDefault();
    setPublishing(true);
  };
  return (
    <DraftFaults value={draftFaults(error)}>
      <Page>
        <EditorHeader newest={newest} mayPublish={draft !== undefined && key !== ''} form={form} />
        <LeaveGuard dirty={text !== beginning && !publishing} />
        <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,1fr)_24rem]">
          <div className="min-w-0 space-y-6">
            {error !== undefined && <ErrorNotice error={error} />}
            {draft === undefined ? (
              <Card className="p-5 text-sm text-muted">
                The form cannot show this policy. Correct the JSON: {'fault' in read && read.fault}
              </Card>
            ) : (
              <form id={form} onSubmit={review} className="space-y-6" noValidate>
                <KeyFields draft={draft} isNew={newest === undefined} onChange={change} />
                <PolicyForm draft={draft} onChange={change} />
              </form>
            )}
            <SimulationPanel draft={draft} policyKey={key} onRefused={setError} />
          </div>
          <div className="xl:sticky xl:top-6">
            <JsonPanel
              form={form}
              text={text}
              fault={'fault' in read ? read.fault : undefined}
              onChange={setText}
            />
          </div>
        </div>
        {publishing && draft !== undefined && (
          <PublishDialog
            draft={draft}
            newest={newest}
            onClose={() => setPublishing(false)}
            onRefused={(error) => {
              setError(error);
              setPublishing(false);
            }}
          />
        )}
      </Page>
    </DraftFaults>
  );
}
