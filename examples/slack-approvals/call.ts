import type { PendingConfirmation } from '#heddle-client/index.ts';

/** A section of a message has at most 3,000 characters. */
export const longestText = 2900;

/** A call as a message shows it. */
export interface ShownCall {
  held: PendingConfirmation;
  number: number;
  text: string;
  /** The reason why it cannot be approved in Slack. */
  obstacle?: string;
}

/**
 * A call with all of its arguments. Everything is plain text, so that a value cannot format itself, mention somebody or become a link.
 * One that does not fit cannot be approved: nobody approves what they have not seen.
 * @param options.isAlone whether it was held alone, and needs no number
 * @param options.facts those that other calls of the message do not share
 */
export function shownCall(
  held: PendingConfirmation,
  { isAlone, facts }: { isAlone: boolean; facts: string[] },
): ShownCall {
  const { payment, summary, args, rejected_before: rejected, expired_before: expired, repeats, set } = held;
  const number = set?.position ?? 1;
  const whole = [
    ...(rejected === undefined
      ? []
      : [`REJECTED before by ${rejected.by} at ${rejected.at} ${visible(json(rejected.detail ?? {}))}`]),
    ...(expired === undefined ? [] : [`EXPIRED before at ${expired.at}`]),
    ...(repeats === undefined ? [] : [`REPEATS a call of ${repeats.at} (${repeats.status})`]),
    `${isAlone ? '' : `${number}. `}${summary.title}`,
    ...(payment === undefined ? [] : paymentLines(payment)),
    ...(summary.fields ?? []).map(({ label, value }) => `${label}: ${value}`),
    visible(json(args)),
    ...facts,
  ].join('\n');
  const text = shortened(whole, longestText);
  const via = held.approvals?.stage?.via;
  if (text !== whole) return { held, number, text, obstacle: 'too long for Slack' };
  if (via !== undefined && !via.includes('token'))
    return { held, number, text, obstacle: `approved only by ${via.join(' or ')}` };
  return { held, number, text };
}

/** The amount, the payee, and whether this user has paid it before: a session token sees no payments of others. */
function paymentLines({ amount, currency, payee }: NonNullable<PendingConfirmation['payment']>): string[] {
  const { name, account, institution, payments, last_paid_at, other_account } = payee;
  const at = [account.formatted ?? account.message ?? account.result, institution?.name].filter(
    (part) => part !== undefined,
  );
  const times = payments === 1 ? 'once' : `${payments} times`;
  return [
    `Pays: ${amount === undefined ? 'an amount that cannot be judged' : `${currency} ${amount}`}`,
    ...(name === undefined ? [] : [visible(`To: ${name}`)]),
    visible(`Account: ${at.join(' at ')}`),
    ...(payments === undefined
      ? []
      : [
          payments === 0
            ? 'Never paid before by this user'
            : `Paid ${times} before by this user, last on ${last_paid_at?.slice(0, 10)}`,
        ]),
    ...(other_account === true ? ['A payee with a name like this was paid at ANOTHER ACCOUNT lately'] : []),
  ];
}

/** The facts of a call beside its arguments. Those that all calls of a set share are shown once. */
export function factsOf({
  patch_ref,
  connection,
  risk,
  expires_at,
  approvals,
  digest,
  set,
}: PendingConfirmation) {
  return [
    `${patch_ref}${connection === undefined ? '' : ` on ${connection.name}`}`,
    `risk: ${risk}`,
    `expires: ${expires_at}`,
    ...(approvals === undefined || (approvals.required === 1 && approvals.given.length === 0)
      ? []
      : [
          `approved by ${approvals.given.map(({ actor }) => actor).join(', ') || 'nobody yet'}: ${approvals.given.length} of ${approvals.required}`,
        ]),
    // In a set, digests would take the room of other calls. They are sent with the decision in either case.
    ...(digest === undefined || (set?.of ?? 1) > 1 ? [] : [digest]),
  ];
}

function json(value: object): string {
  return JSON.stringify(value, null, 1);
}

/** Characters that cannot be seen are written out. They could turn a text around, or hide a part of it. */
export function visible(text: string): string {
  return text.replaceAll(/[^\P{C}\n]|[^\P{Z} ]/gu, (character) => `[U+${hexOf(character)}]`);
}

function hexOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}

/** A text that is cut says so. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  if (most < 60) return `${text.slice(0, most - 1)}…`;
  return `${text.slice(0, most - 60)} … ${text.length - most + 60} more characters`;
}
