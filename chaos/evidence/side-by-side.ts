const atATime = 6;

/** Does the same with every item, several at a time. The results are in the order of the items. */
export async function sideBySide<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const entries = items.entries();
  const take = async (): Promise<void> => {
    // The workers share one iterator, so each item is taken by one of them.
    for (const [index, item] of entries) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: atATime }, take));
  return results;
}
