import type { Connection } from '@temporalio/client';
import proto from '@temporalio/proto';
import { searchAttributes } from '#contract/temporal/names.ts';

const keyword = proto.temporal.api.enums.v1.IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD;

/**
 * Adds the search attributes of runs that the namespace lacks. Without them no run can be started.
 * @throws if the server does not allow it, as Temporal Cloud does not
 */
export async function ensureSearchAttributes(
  { operatorService }: Connection,
  namespace: string,
): Promise<void> {
  const { customAttributes } = await operatorService.listSearchAttributes({ namespace });
  const missing = Object.values(searchAttributes).filter((name) => customAttributes[name] === undefined);
  if (missing.length === 0) return;
  await operatorService.addSearchAttributes({
    namespace,
    searchAttributes: Object.fromEntries(missing.map((name) => [name, keyword])),
  });
}
