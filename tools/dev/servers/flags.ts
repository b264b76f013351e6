/** The value of a flag: none, one, or one for each repetition of the flag. */
type FlagValue = true | string | number | string[];

/** `{port: 1, headless: true, set: ['a', 'b']}` as `--port 1 --headless --set a --set b`. */
export function flags(values: Record<string, FlagValue>): string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    if (value === true) return [`--${name}`];
    return [value].flat().flatMap((one) => [`--${name}`, String(one)]);
  });
}
