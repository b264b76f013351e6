import { useQuery } from '@tanstack/react-query';
import { Dialog } from '../../ui/dialog.tsx';
import { Reading } from '../../ui/reading.tsx';
import { RequestDetails } from './request-details.tsx';
import { type Request, requestQuery } from './requests-query.ts';

/** All that is known of the request that the address names. */
export function RequestDialog({
  id,
  listed,
  onClose,
}: {
  id: string;
  /** As the list shows it; undefined if it does not. */
  listed: Request | undefined;
  onClose: () => void;
}) {
  const read = useQuery({ ...requestQuery(id), enabled: listed === undefined });
  const request = listed ?? read.data;
  return (
    <Dialog open onOpenChange={onClose} title={request ? `${request.method} ${request.route}` : 'Request'}>
      {request === undefined ? <Reading read={read} /> : <RequestDetails request={request} />}
    </Dialog>
  );
}
