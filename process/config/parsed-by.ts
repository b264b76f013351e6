import { z } from 'zod';

/** For values that a part of the service parses itself. Its error describes the fault. */
export function parsedBy<Output>(parsePart: (text: string) => Output) {
  return z.string().transform((value, context) => {
    try {
      return parsePart(value);
    } catch (error) {
      context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : String(error) });
      return z.NEVER;
    }
  });
}
