const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** A change of a bank in an answer: `UBI Banca was merged into Intesa Sanpaolo on 12 April 2021.` */
export function changeNote(
  { former, date, name }: { former: string; date: string; name: string },
  successor: string,
): string {
  const day = dayFormat.format(new Date(date));
  return name === ''
    ? `${former} was merged into ${successor} on ${day}.`
    : `${former} was renamed ${name} on ${day}.`;
}
