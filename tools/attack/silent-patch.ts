/** A patch that calls its host at once and may be repeated. */
export function silentPatch(parts: object = {}): object {
  return {
    key: 'lookup',
    description: 'Looks something up.',
    interaction: 'silent',
    input_schema: { type: 'object' },
    risk: { base: 'low' },
    reliability: { idempotent: true, retry: 'none' },
    ...parts,
  };
}
