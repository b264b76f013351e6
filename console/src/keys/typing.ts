const pressed = new Set(['checkbox', 'radio', 'button', 'submit', 'reset', 'file']);

/** Whether a key goes into a field, and is no shortcut. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !pressed.has(target.type);
  return target.isContentEditable || ['TEXTAREA', 'SELECT'].includes(target.tagName);
}

/** Whether a dialog or menu is open, which has the keyboard for itself. */
export function isOverlaid(): boolean {
  return document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null;
}
