import type { ShownInstitution } from '#contract/approval-check.ts';
import { defined } from '#contract/defined.ts';
import type { Institution } from '#contract/identify.ts';

/** An institution as approvers see it. */
export function toShown({ id, name, bic, branch }: Institution): ShownInstitution {
  const place = [branch?.name ?? branch?.code, branch?.city].filter((part) => part !== undefined).join(', ');
  return { id, name, ...defined({ bic }), ...(place === '' ? {} : { branch: place }) };
}
