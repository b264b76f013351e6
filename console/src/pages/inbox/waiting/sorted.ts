import type { Approval } from '../../../api/schema.ts';
import type { InboxSearch } from '../inbox-search.ts';
import { amountOf } from './row-facts.ts';

/** Sorts the items: longest wait, largest amount, or nearest expiry first. */
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

/** Items without an amount come last. */
function rankOf(item: Approval): number {
  return amountOf(item) ?? Number.NEGATIVE_INFINITY;
}
