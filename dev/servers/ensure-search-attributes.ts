import proto from '@temporalio/proto';
import { searchAttributes } from '#contract/temporal/names.ts';
import { type TemporalTarget, withConnection } from './temporal-answers.ts';

const keyword = proto.temporal.api.enums.v1.IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD;

/**
 * Adds the search attributes of the runs that the namespace does not have yet: without them no run can be started.
 * @throws when the server does not let us, as Temporal Cloud does not
 */
export async function ensureSearchAttributes({ namespace, ...connection }: TemporalTarget): Promise<void> {
  await withConnection(connection, async ({ operatorService }) => {
    const { customAttributes } = await operatorService.listSearchAttributes({ namespace });
    const missing = Object.values(searchAttributes).filter((name) => customAttributes[name] === undefined);
    if (missing.length === 0) return;
    await operatorService.addSearchAttributes({
      namespace,
      searchAttributes: Object.fromEntries(missing.map((name) => [name, keyword])),
    });
  });
}
