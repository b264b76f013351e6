import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AuditEntry } from './audit-entries.ts';

const look = 'text-accent underline-offset-2 hover:underline';

/** A link to what an entry is about; only its text where there is no page of it. */
export function EntryLink({
  entry: { target, details },
  children,
}: {
  entry: AuditEntry;
  children: ReactNode;
}) {
  const { kind, id } = target;
  const runId = details?.['run_id'];
  if (typeof runId === 'string') {
    return (
      <Link to="/runs/$runId" params={{ runId }} className={look}>
        {children}
      </Link>
    );
  }
  const key = String(details?.['key'] ?? id);
  switch (kind) {
    case 'agent':
    case 'patch':
    case 'approval_policy': {
      const to = ({ agent: '/agents', patch: '/patches', approval_policy: '/approval-policies' } as const)[
        kind
      ];
      return (
        <Link to={to} search={{ key }} className={look}>
          {children}
        </Link>
      );
    }
    case 'payee':
      return (
        <Link to="/payees/$payeeId" params={{ payeeId: id }} className={look}>
          {children}
        </Link>
      );
    case 'webhook_endpoint':
      return (
        <Link to="/webhooks" search={{ endpoint: id }} className={look}>
          {children}
        </Link>
      );
    default: {
      const to = pages[id === 'four_eyes' ? 'change' : id === 'console_sign_in' ? 'sign_in' : kind];
      if (to === undefined) return children;
      return (
        <Link to={to} className={look}>
          {children}
        </Link>
      );
    }
  }
}

const pages: Record<
  string,
  | '/keys'
  | '/connections'
  | '/grants'
  | '/changes'
  | '/approver-groups'
  | '/budgets'
  | '/sign-in-settings'
  | undefined
> = {
  api_key: '/keys',
  signing_key: '/keys',
  connection: '/connections',
  mcp_grant: '/grants',
  change: '/changes',
  approver_group: '/approver-groups',
  budget: '/budgets',
  sign_in: '/sign-in-settings',
};
