/**
 * Makes something a row of a list for its keys that is no link or button itself. Enter on it goes to the first thing in it that can
 * be pressed.
 */
export const listRow = { 'data-row': '', tabIndex: -1 } as const;
