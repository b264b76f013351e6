import { z } from 'zod';
import { isJsonObject } from './json.ts';

/**
 * A record with at most `most` members. They are counted before any of them is checked, because a body can have a
 * hundred thousand and zod creates an issue for each invalid one.
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
