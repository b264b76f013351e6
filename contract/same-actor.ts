/**
 * Normalized key for comparing actors (NFKC, case-folded, without white space and invisible characters). Merging two
 * people is safe: one more approval is needed.
 */
export function actorKey(actor: string): string {
  return actor
    .normalize('NFKC')
    .replaceAll(/[\s\p{Default_Ignorable_Code_Point}\p{C}]/gu, '')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFC');
}

/** Whether two actors count as one. */
export function isSameActor(one: string, other: string): boolean {
  return one === other || actorKey(one) === actorKey(other);
}
