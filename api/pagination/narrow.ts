import type { Scope } from '#store/threads/scope.ts';

/**
 * What a list shows: what the caller may see, of which the filters of the request select a part (pagination.narrowed).
 * A filter `subject` selects by `subject_ref`.
 * @returns undefined if the filters select only what the caller may not see
 */
export function narrow<Filters extends { subject?: string | undefined; [name: string]: unknown }>(
  scope: Scope,
  { subject, ...filters }: Filters,
): (Scope & Omit<Filters, 'subject'>) | undefined {
  const wanted: Record<string, unknown> = {
    ...filters,
    ...(subject === undefined ? {} : { subject_ref: subject }),
  };
  for (const [name, allowed] of Object.entries(scope)) {
    if (wanted[name] !== undefined && wanted[name] !== allowed) return undefined;
  }
  return { ...(wanted as Omit<Filters, 'subject'>), ...scope };
}
