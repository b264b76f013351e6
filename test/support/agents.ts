/** A definition to publish, with parts of it replaced. */
export function definition(parts: Record<string, unknown> = {}): Record<string, unknown> {
  return { key: 'support', name: 'Support', instructions: 'Be brief.', model_class: 'scripted', ...parts };
}
