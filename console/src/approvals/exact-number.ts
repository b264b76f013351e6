const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** A text, which is left alone, or a number. */
const textOrNumber = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** The number that a text is, or what is wrong with it: what is sent must be exactly what was typed. */
export function exactNumber(text: string): { value: number } | { fault: string } {
  if (!number.test(text)) return { fault: 'must be a number, such as 12.5' };
  const value = Number(text);
  if (!Number.isFinite(value)) return { fault: 'is too large a number' };
  return digitsOf(text) === digitsOf(String(value))
    ? { value }
    : { fault: `has more digits than a number can hold: it would be sent as ${value}` };
}

/** What is wrong with the first number in a JSON text that would not be sent as it stands there; undefined if all would be. */
export function inexactNumber(json: string): string | undefined {
  for (const [token] of json.matchAll(textOrNumber)) {
    if (token.startsWith('"')) continue;
    const read = exactNumber(token);
    if ('fault' in read) return `${token} ${read.fault}`;
  }
  return undefined;
}

/** The significant digits of a number and their exponent, so that equal numbers have equal texts. */
function digitsOf(text: string): string {
  const [mantissa = '', exponent = '0'] = text.toLowerCase().replace(/^-/, '').split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  const power = Number(exponent) - fraction.length + digits.length - significant.length;
  return `${text.startsWith('-') ? '-' : ''}${significant}e${power}`;
}
