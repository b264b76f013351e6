import type { ApiKey } from '../../api/schema.ts';
import { useNow } from '../../time/use-now.ts';
import { Badge } from '../../ui/badge.tsx';
import { expiryWarning } from './key-expiry.ts';
import { isEveryScope } from './scopes.ts';

/** The scopes of an API key, with a warning of its expiry. */
export function KeyRights({ scopes, expires_at }: Pick<ApiKey, 'scopes' | 'expires_at'>) {
  const warning = expiryWarning(expires_at, useNow());
  return (
    <>
      {warning === 'expired' && <Badge tone="bad">Expired</Badge>}
      {warning === 'soon' && <Badge tone="warn">Expires soon</Badge>}
      {isEveryScope(scopes) ? (
        <Badge>Every scope</Badge>
      ) : (
        scopes.map((scope) => <Badge key={scope}>{scope}</Badge>)
      )}
    </>
  );
}
