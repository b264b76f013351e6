import { visibleLine } from './unseen-characters.ts';

/** An origin, as pages know it. */
export interface DescribedOrigin {
  path: string;
  from: readonly string[];
  seen: readonly { kind: string; patch_ref?: string | undefined; excerpt?: string | undefined }[];
}

/** From where the value of an argument comes, in words: its path, and a line. */
export interface OriginWords {
  path: string;
  value: string;
}

/** From where the values of a held write come, one line each: "untrusted: the result of read_inbox@1: “our new account DE89…”". */
export function originsInWords(origins: readonly DescribedOrigin[] = []): OriginWords[] {
  return origins.map(({ path, from, seen }) => ({
    path: visibleLine(path),
    value: visibleLine(
      [from.map((name) => names[name] ?? name).join(', '), ...seen.flatMap(place)].join('; '),
    ),
  }));
}

/** Where each origin is, for somebody who reads it beside an argument. */
const names: Partial<Record<string, string>> = {
  subject: 'said by the user',
  context: 'given by the application',
  approver: 'written by an approver',
  instructions: "in the agent's instructions",
  trusted: 'in a trusted result',
  untrusted: 'in an untrusted result',
  schema: 'offered by the tool',
  nowhere: 'seen nowhere: the agent made it up or computed it',
};

function place({ kind, patch_ref, excerpt }: DescribedOrigin['seen'][number]): string[] {
  const quote = excerpt === undefined ? '' : `: “${excerpt}”`;
  if (kind === 'result') return [`result of ${patch_ref}${quote}`];
  return excerpt === undefined ? [] : [`${kind}${quote}`];
}
