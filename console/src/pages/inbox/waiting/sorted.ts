import type { Approval } from '../../../api/schema.ts';
import type { InboxSearch } from '../inbox-search.ts';
import { amountOf } from './row-facts.ts';

/** What waits in the order of a choice: the longest wait, the largest amount, or the nearest expiry first. */
export function sorted(items: readonly Approval[], sort: InboxSearch['sort']): Approval[] {
  switch (sort) {
    case 'amount':
      return items.toSorted((one, other) => rankOf(other) - rankOf(one));
    case 'expiry':
      return items.toSorted((one, other) => Date.parse(one.expires_at) - Date.parse(other.expires_at));
    default:
      return [...items];
  }
}

/** What has no amount comes last. */
function rankOf(item: Approval): number {
  return amountOf(item) ?? Number.NEGATIVE_INFINITY;
}
