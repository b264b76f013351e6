/** The first field that can be filled in. */
export function firstField(content: HTMLElement | null): HTMLElement | null {
  const fields = ['input:not([type=hidden])', 'textarea', 'select'];
  return (
    content?.querySelector<HTMLElement>(fields.map((field) => `${field}:enabled:not([readonly])`).join()) ??
    null
  );
}
