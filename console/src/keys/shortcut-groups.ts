import { navigation } from '../ui/navigation.ts';

/** Keys of a place, and what they do there. */
export interface ShortcutGroup {
  title: string;
  rows: { keys: string[]; does: string }[];
}

/** All keys, as the list of them shows them. */
export const shortcutGroups: readonly ShortcutGroup[] = [
  {
    title: 'Everywhere',
    rows: [
      { keys: ['Ctrl', 'K'], does: 'Search pages and commands' },
      { keys: ['?'], does: 'Show this list' },
      { keys: ['Esc'], does: 'Close what is open' },
      { keys: ['Ctrl', 'Enter'], does: 'Submit the form' },
    ],
  },
  {
    title: 'Lists',
    rows: [
      { keys: ['j'], does: 'Next row' },
      { keys: ['k'], does: 'Previous row' },
      { keys: ['Enter'], does: 'Open the row' },
      { keys: ['x'], does: 'Select the row' },
      { keys: ['/'], does: 'Go to the search' },
    ],
  },
  {
    title: 'Go to',
    rows: navigation.flatMap(({ entries }) =>
      entries.map(({ key, title }) => ({ keys: ['g', key], does: title })),
    ),
  },
  {
    title: 'Inbox',
    rows: [
      { keys: ['Enter'], does: 'Open the conversation' },
      { keys: ['a'], does: 'Approve the focused item, or all selected' },
      { keys: ['r'], does: 'Reject them, with a reason' },
      { keys: ['x'], does: 'Select the row' },
      { keys: ['Shift', 'X'], does: 'Select up to the row' },
      { keys: ['Shift', '↓'], does: 'Extend the selection' },
      { keys: ['Esc'], does: 'Clear the selection' },
      { keys: ['e'], does: 'Correct its arguments' },
      { keys: ['w'], does: 'Withdraw your approval of it' },
    ],
  },
  {
    title: 'Playground',
    rows: [
      { keys: ['Enter'], does: 'Send the message' },
      { keys: ['Shift', 'Enter'], does: 'Start a new line' },
      { keys: ['/'], does: 'Go to the message' },
    ],
  },
];
