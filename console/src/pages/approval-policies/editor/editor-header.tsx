import { Link } from '@tanstack/react-router';
import type { ApprovalPolicy } from '../../../api/schema.ts';
import { Button } from '../../../ui/button.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';

export function EditorHeader({
  newest,
  mayPublish,
  form,
}: {
  newest: ApprovalPolicy | undefined;
  /** Whether there is something that can be published. */
  mayPublish: boolean;
  /** The id of the form of the draft, which the button submits. */
  form: string;
}) {
  return (
    <PageHeader
      above={
        <Link
          to="/approval-policies"
          search={newest === undefined ? {} : { key: newest.key }}
          className="hover:underline"
        >
          Approval policies
        </Link>
      }
      title={newest === undefined ? 'New policy' : `A new version of ${newest.key}`}
      description="Simulate it on what has happened before you publish it."
      actions={
        <Button needs="admin" look="primary" type="submit" form={form} disabled={!mayPublish}>
          Publish…
        </Button>
      }
    />
  );
}
