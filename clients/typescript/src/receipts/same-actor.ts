/** Whether two actors count as one: the service compares them without case, white space and invisible characters (NFKC). */
export function isSameActor(one: string, other: string): boolean {
  return one === other || keyOf(one) === keyOf(other);
}

function keyOf(actor: string): string {
  return actor
    .normalize('NFKC')
    .replaceAll(/[\s\p{Default_Ignorable_Code_Point}\p{C}]/gu, '')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFC');
}
