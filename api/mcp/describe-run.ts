import type { Via } from '#contract/credential.ts';
import type { Pending, ToolRun } from '#contract/mcp-tools.ts';
import { describeAccount } from '#contract/words/account-in-words.ts';
import type { ShownPayment } from '#contract/payment.ts';
import type { ShownAmount } from '#contract/thread.ts';
import { fitsInLine, shownText } from '#contract/words/shown-line.ts';
import { visibleLine, visibleText } from '#contract/words/unseen-characters.ts';
import { originsInWords } from '#contract/words/origins-in-words.ts';
import { paymentInWords } from '#contract/words/payment-in-words.ts';
import { waitInWords } from '#contract/words/not-before-in-words.ts';
import { reasonInWords } from '#contract/words/reason-in-words.ts';
import { turnedDownInWords } from '#contract/words/turned-down-in-words.ts';
import { warningsOf } from '#contract/words/warnings-in-words.ts';

/** A run in words, for clients that show a model only text. */
export function describeRun({ reply, pending, pending_confirmations, reason, error, next }: ToolRun): string {
  const items = pending_confirmations ?? (pending === undefined ? [] : [pending]);
  const paragraphs = [
    reply,
    ...items.map((item) => describeItem(item, items.length)),
    error === undefined ? undefined : `The run failed with ${error.code}: ${error.message}`,
    reason === undefined ? undefined : endings[reason],
    next,
  ];
  return paragraphs.filter((text) => text !== undefined && text !== '').join('\n\n') || 'Done.';
}

/** One of several held writes is named by its id, with which it is decided. */
function describeItem(item: Pending, of: number): string {
  return of === 1 ? describePending(item) : `tool_call_id ${item.tool_call_id}\n${describePending(item)}`;
}

const endings: Record<NonNullable<ToolRun['reason']>, string> = {
  finished: '',
  cut: "The reply was cut off: it reached the model's limit of output tokens.",
  filtered: "A filter of the model's provider stopped the reply.",
  refused: 'The model declined to answer.',
  handoff: 'The agent has handed the conversation over to a person.',
  cancelled: 'The run was cancelled.',
  expired: 'The run waited too long and has ended.',
};

/** The most characters of arguments that are shown; what is cut is counted. */
const argumentCharacters = 16_000;

/**
 * The item that a run waits for, in words for a person, with invisible characters written out. A held write is shown
 * with its summary and with all of its arguments, a line each, so that no value can look like another one.
 * @param inWords formats arguments. Default: a value too long for a client is cut, and its length is stated
 */
export function describePending(pending: Pending, inWords: (args: object) => string = shownJson): string {
  const { kind, patch_ref, prompt, summary, risk, args = {}, connection, approvals } = pending;
  const { payment, amounts = [], accounts = [] } = pending;
  switch (kind) {
    case 'question':
      return `The agent asks: ${describePrompt(prompt ?? {})}`;
    case 'confirmation':
      return [
        ...turnedDownInWords(pending),
        ...waitInWords(pending),
        `Held for approval: ${visibleLine(summary?.title ?? patch_ref ?? '')}`,
        ...(payment === undefined ? [] : describePayment(payment)),
        ...(summary?.fields ?? []).map(({ label, value }) => visibleLine(`${label}: ${value}`)),
        ...amounts.flatMap(describeAmount),
        ...accounts.map(describeAccount),
        ...(connection === undefined
          ? []
          : [`Connection: ${visibleLine(connection.name)} (${connection.id})`]),
        `Risk: ${risk}`,
        ...(approvals === undefined ? [] : describeApprovals(approvals)),
        ...warningsOf(pending),
        ...reasonInWords(pending.reason),
        `All arguments: ${inWords(args)}`,
        ...originsInWords(pending.origins).map(({ path, value }) => `${path} is ${value}`),
      ].join('\n');
    case 'action':
      return `The agent asks for an action: ${patch_ref} ${shownJson(args)}`;
  }
}

function describePayment(payment: ShownPayment): string[] {
  return paymentInWords(payment).map(({ label, value }) => `${label}: ${value}`);
}

function describeAmount({ limits, amount, currency, payee }: ShownAmount): string[] {
  const by = `counted by ${visibleLine(limits.join(', '))}`;
  return [
    `Amount (${by}): ${visibleLine(amount ?? 'none')}`,
    ...(currency === undefined ? [] : [`Currency (${by}): ${visibleLine(currency)}`]),
    ...(payee === undefined ? [] : [`Payee (${by}): ${visibleLine(payee)}`]),
  ];
}

type Approvals = NonNullable<Pending['approvals']>;

/** The approvals so far and the missing ones: nothing for a gate that takes one approval of anybody. */
function describeApprovals({ required, given, stage }: Approvals): string[] {
  const by = given.length === 0 ? '' : ` (${visibleLine(given.map(({ actor }) => actor).join(', '))})`;
  const count = required === 1 ? [] : [`Approvals: ${given.length} of ${required}${by}`];
  return stage === undefined ? count : [...count, ...describeStage(stage)];
}

function describeStage(stage: NonNullable<Approvals['stage']>): string[] {
  const { number, of, group, escalated_to, via } = stage;
  if (of === 1 && group === undefined && via === undefined) return [];
  const groups = [group, escalated_to].filter((each) => each !== undefined);
  const whose = groups.length === 0 ? 'anybody who may decide' : `the members of ${groups.join(' or ')}`;
  const known = via === undefined ? '' : `, known by ${via.map((way) => ways[way]).join(' or ')}`;
  const missing = stage.required - stage.given;
  return [`Still required at stage ${number} of ${of}: ${missing} of ${visibleLine(whose)}${known}`];
}

const ways: Record<Via, string> = {
  api_key: 'an API key',
  token: 'a signed token',
  passkey: 'a signature with a passkey',
  console: 'signing in at the company',
};

/** A question in words: the text of `ask_user`, or the arguments of another patch. */
export function describePrompt(prompt: Record<string, unknown>): string {
  const { question, options } = prompt;
  if (typeof question !== 'string') return shownJson(prompt);
  const asked = visibleText(question);
  return Array.isArray(options) ? `${asked}\nOptions: ${visibleText(options.join(', '))}` : asked;
}

/** Arguments in full, however long. */
export function wholeJson(value: object): string {
  return visibleLine(JSON.stringify(value));
}

/** Whether the words for a held write have all of its arguments, as they are given to clients. */
export function isShownWhole({ args = {} }: Pending): boolean {
  return fitsInLine(JSON.stringify(args), argumentCharacters);
}

function shownJson(value: object): string {
  return shownText(JSON.stringify(value), argumentCharacters);
}
