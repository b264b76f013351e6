/**
 * Presses the button that submits the form of a field, as Ctrl-Enter does. A button that cannot be pressed now is not.
 * @returns whether the field belongs to a form
 */
export function submitFormOf(target: EventTarget | null): boolean {
  const form = target instanceof Element ? target.closest('form') : null;
  if (form === null) return false;
  const button = form.querySelector<HTMLButtonElement>('button[type=submit]');
  if (button === null) form.requestSubmit();
  else button.click();
  return true;
}
