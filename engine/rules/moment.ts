/** Formats by time zone: making one takes a hundred times as long as using it. There are some hundred zones. */
const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * A time as a model is shown it, such as `Friday, 2026-11-27, 10:15, Europe/Berlin (UTC+01:00)`. The offset tells the two hours apart
 * that have the same name when daylight saving ends.
 * @param timeZone of the IANA database
 */
export function momentInWords(time: Date, timeZone: string): string {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(time)
      .map(({ type, value }) => [type, value]),
  );
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  const offset = of('timeZoneName').replace('GMT', 'UTC');
  const place = timeZone === 'UTC' ? 'UTC' : `${timeZone} (${offset})`;
  return `${of('weekday')}, ${of('year')}-${of('month')}-${of('day')}, ${of('hour')}:${of('minute')}, ${place}`;
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'long',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'longOffset',
  });
  formats.set(timeZone, format);
  return format;
}
