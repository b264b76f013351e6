/** Commands whose value is the name of their collection. */
const named = [
  'find',
  'findAndModify',
  'aggregate',
  'insert',
  'update',
  'delete',
  'distinct',
  'count',
] as const;

/**
 * The collections of a command to MongoDB, separated by commas; empty if it names none. The instrumentation takes this for the text of
 * the command, and knows most collections only as `$cmd`.
 */
export function collectionsOf(command: Record<string, unknown>): string {
  // An inserted document, in place of its command.
  if ('_id' in command) return '';
  const { collection } = command;
  const places = placesOf(command);
  const names = places
    ? places.map(({ ns }) => String(ns).replace(/^[^.]*\./, ''))
    : [collection, ...named.map((name) => command[name])];
  const isName = (name: unknown): name is string => typeof name === 'string' && /^[a-z_]{1,64}$/.test(name);
  const distinct = new Set(names.filter(isName));
  return [...distinct].toSorted().join(',');
}

/** The places of a bulk write: a list or, as the driver sends it, a sequence of documents. */
function placesOf({ nsInfo }: Record<string, unknown>): { ns?: unknown }[] | undefined {
  const places = (nsInfo as { documents?: unknown } | undefined)?.documents ?? nsInfo;
  return Array.isArray(places) ? places : undefined;
}
