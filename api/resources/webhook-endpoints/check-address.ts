import type { OutboundHttp } from '#adapters/outbound-http/port.ts';
import { invalidField } from '#contract/errors.ts';

/**
 * Refuses a URL to which nothing could be delivered. A name may still resolve to another address later, so each delivery is
 * checked too. A name that does not resolve now is accepted: its host may not be there yet.
 * @throws {ServiceError} `invalid_request`
 */
export async function checkAddress(
  outboundHttp: OutboundHttp,
  workspaceId: string,
  url: string,
): Promise<void> {
  if (await outboundHttp.isBlocked({ workspaceId, url })) {
    throw invalidField(
      'url',
      'is at an address to which nothing is sent: it is not public',
      'blocked_address',
    );
  }
}
