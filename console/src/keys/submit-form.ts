/**
 * Presses the button that submits the form of a field or, elsewhere in a dialog, that of the dialog, as Ctrl-Enter does. A button
 * that cannot be pressed now is not.
 * @returns whether there is a form
 */
export function submitFormOf(target: EventTarget | null): boolean {
  const within = target instanceof Element ? target : null;
  const named =
    within instanceof HTMLTextAreaElement || within instanceof HTMLInputElement ? within.form : null;
  const form =
    named ?? within?.closest('form') ?? within?.closest('[role=dialog]')?.querySelector('form') ?? null;
  if (form === null) return false;
  // One beside the form belongs to it too, by its id.
  const button = [...form.elements].find(
    (element) => element instanceof HTMLButtonElement && element.type === 'submit',
  ) as HTMLButtonElement | undefined;
  if (button === undefined) form.requestSubmit();
  else button.click();
  return true;
}
