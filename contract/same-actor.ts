/**
 * By what actors are told apart: nothing that a reader cannot see, or that many systems ignore, makes two people of one. Case, white
 * space, characters that cannot be seen and the ways of Unicode to write the same make no difference. To take two for one is safe:
 * an approval more is needed.
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
