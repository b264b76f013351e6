import { ApiError } from './api-error.ts';

/** A change that another person has to approve: it was stored as proposed, and nothing else was done. */
interface ProposedChange {
  operation: string;
  proposed: object;
}

/**
 * Reads the result of a configuration change.
 * @throws {ApiError} `change_proposed` if another person has to approve it first
 */
export function madeOf<Envelope extends { data: object }>({
  data,
}: {
  data?: Envelope | undefined;
}): Exclude<Envelope['data'], ProposedChange> {
  const made = data?.data;
  if (made === undefined) throw new Error('a success without a body');
  if ('operation' in made && 'proposed' in made) {
    throw new ApiError(
      'The change was proposed. It takes effect when another person approves it on the page Changes.',
      {
        status: 202,
        code: 'change_proposed',
      },
    );
  }
  return made as Exclude<Envelope['data'], ProposedChange>;
}

/** The `data` of a response. */
export function dataOf<Envelope extends { data: unknown }>({
  data,
}: {
  data?: Envelope | undefined;
}): Envelope['data'] {
  if (data === undefined) throw new Error('a success without a body');
  return data.data;
}
