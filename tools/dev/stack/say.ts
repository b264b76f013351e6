/** Prints a line about one part of the stack. */
export type Say = (part: string, text: string) => void;

/** Prints to the terminal, with the parts in a column of their own. */
export const say: Say = (part, text) => {
  console.log(`${part.padEnd(8)} ${text}`);
};
