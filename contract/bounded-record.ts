import { z } from 'zod';
import { isJsonObject } from './json.ts';

/**
 * A record with at most so many members. They are counted before any of them is looked at: a body of the largest size
 * can hold a hundred thousand, and zod makes an issue of each that is wrong.
 */
export function boundedRecord<Key extends z.core.$ZodRecordKey, Value extends z.ZodType>(
  key: Key,
  value: Value,
  { most }: { most: number },
) {
  return z.preprocess(
    (input, context) => {
      if (isJsonObject(input) && Object.keys(input).length > most) {
        context.addIssue({ code: 'custom', message: `must hold at most ${most} members` });
      }
      return input;
    },
    z.record(key, value).meta({ maxProperties: most }),
  );
}
