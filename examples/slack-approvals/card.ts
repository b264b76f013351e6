import { createHash } from 'node:crypto';
import type { ActionsBlock, KnownBlock } from '@slack/types';
import type { PendingConfirmation } from '#heddle-client/index.ts';
import { factsOf, longestText, shortened, shownCall, type ShownCall, visible } from './call.ts';
import type { Place } from './heddle.ts';
import { lastRow, menuOf, plain } from './rows.ts';

/** A message has at most some 12,000 characters of text in all (slackapi/bolt-js#2509). */
const longestMessage = 11_000;
/** A message has at most 50 blocks: six stand beside the groups, and each group is a text and a row. */
const mostGroups = 22;
/** A row has at most five elements. */
const rowLength = 5;
/** The characters of the menu of a call. */
const menuLength = 45;

/** A call that is over, in words. */
export interface OverCall {
  position: number;
  title: string;
  outcome: string;
}

/** The calls of a place. */
export interface CallSet {
  place: Place;
  /** How many were held together. */
  of: number;
  /** In the model's order. */
  waiting: readonly PendingConfirmation[];
  over: readonly OverCall[];
}

/** A message, and the calls that its reader can decide on. */
export interface Card {
  text: string;
  blocks: KnownBlock[];
  /** The calls that are shown in whole and can be approved here. */
  approvable: PendingConfirmation[];
  /** All that are shown. */
  shown: PendingConfirmation[];
  /** Differs for other shown calls, or other digests: a button of an outdated message decides nothing. */
  version: string;
}

/** The message of a set. Calls for which there is no room follow when others are decided; the message names them. */
export function cardOf(set: CallSet, consoleUrl: string): Card {
  const { place, of, waiting, over } = set;
  const facts = waiting.map(factsOf);
  const common = (facts[0] ?? []).filter((fact) => facts.every((own) => own.includes(fact)));
  const isAlone = of === 1;
  const calls = waiting.map((held, index) =>
    shownCall(held, { isAlone, facts: (facts[index] ?? []).filter((fact) => !common.includes(fact)) }),
  );
  const overText = overTextOf(over, isAlone);
  const reasons = [...new Set(waiting.flatMap(({ reason }) => reason ?? []))];
  const said = reasons.map((reason) => `The agent says: ${visible(reason)}`).join('\n');
  const groups = grouped(calls, longestMessage - longestOver(over.length) - said.length);
  const shown = groups.flat();
  const approvable = shown.filter(({ obstacle }) => obstacle === undefined);
  const version = versionOf(shown);
  const notes = [...obstaclesOf(shown, isAlone), ...laterOf(calls.slice(shown.length))];
  const head =
    isAlone || waiting.length === 0
      ? []
      : [section(`${of} calls were held together. Waiting: ${waiting.length}.`)];
  const title = (waiting[0]?.summary.title ?? over[0]?.title) || 'A call';
  return {
    text: isAlone ? title : `${waiting.length} of ${of} calls wait for a decision: ${title}, …`,
    blocks: [
      ...head,
      ...(overText === '' ? [] : [section(overText)]),
      ...groups.flatMap((group) => [
        section(group.map(({ text }) => text).join('\n\n')),
        ...(isAlone ? [] : [{ type: 'actions', elements: group.map(menuOf) } satisfies ActionsBlock]),
      ]),
      ...(said === '' ? [] : [section(shortened(said, longestText))]),
      ...(notes.length === 0 ? [] : [section(notes.join('\n'))]),
      ...(common.length === 0
        ? []
        : [
            {
              type: 'context' as const,
              elements: common.slice(0, 10).map((fact) => plain(shortened(fact, 150))),
            },
          ]),
      ...(waiting.length === 0
        ? []
        : [
            lastRow({
              button: { ...place, version },
              counts: { isAlone, approvable: approvable.length, shown: shown.length },
              url: notes.length === 0 ? undefined : `${consoleUrl}/runs/${place.run_id}`,
            }),
          ]),
    ],
    approvable: approvable.map(({ held }) => held),
    shown: shown.map(({ held }) => held),
    version,
  };
}

/** The calls that fit, in groups of one text and one row. */
function grouped(calls: ShownCall[], room: number): ShownCall[][] {
  const groups: ShownCall[][] = [];
  let used = 0;
  let length = 0;
  for (const call of calls) {
    const size = call.text.length + 2;
    if (used + size + menuLength > room && groups.length > 0) break;
    const last = groups.at(-1);
    if (last !== undefined && last.length < rowLength && length + size <= longestText) {
      last.push(call);
      length += size;
    } else {
      if (groups.length === mostGroups) break;
      groups.push([call]);
      length = size;
    }
    used += size + menuLength;
  }
  return groups;
}

function obstaclesOf(calls: ShownCall[], isAlone: boolean): string[] {
  const byObstacle = Map.groupBy(
    calls.filter(({ obstacle }) => obstacle !== undefined),
    ({ obstacle = '' }) => obstacle,
  );
  return [...byObstacle].map(([obstacle, those]) =>
    isAlone
      ? `It cannot be approved here: ${obstacle}.`
      : `Cannot be approved here: ${numbersOf(those)} (${obstacle}).`,
  );
}

function laterOf(calls: ShownCall[]): string[] {
  return calls.length === 0
    ? []
    : [`No room here yet: ${numbersOf(calls)}. They follow when those above are decided.`];
}

function numbersOf(calls: ShownCall[]): string {
  return calls.map(({ number }) => number).join(', ');
}

/** The room of a call that is over. All of them are one text, whatever their number. */
function roomOfOne(over: number): number {
  return Math.min(300, Math.floor(longestText / Math.max(over, 1)) - 1);
}

/**
 * The room of all calls that are over. It is theirs whatever came of them: if the calls that are shown depended on it, a click
 * would be refused as outdated because a call went from being sent to its result.
 */
function longestOver(over: number): number {
  return over * (roomOfOne(over) + 1);
}

function overTextOf(over: readonly OverCall[], isAlone: boolean): string {
  const most = roomOfOne(over.length);
  return over
    .map(({ position, title, outcome }) => {
      const end = `: ${outcome}`;
      const start = isAlone ? title : `${position}. ${title}`;
      return `${shortened(start, Math.max(8, most - end.length))}${end}`.slice(0, most);
    })
    .join('\n');
}

function versionOf(calls: ShownCall[]): string {
  const items = calls.map(({ held: { tool_call_id, digest }, obstacle }) => [tool_call_id, digest, obstacle]);
  return createHash('sha256').update(JSON.stringify(items)).digest('base64url');
}

function section(text: string): KnownBlock {
  return { type: 'section', text: plain(text) };
}
