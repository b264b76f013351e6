import { visibleLine } from '#contract/words/unseen-characters.ts';
import { waysOf } from '../../../../approvals/may-approve.ts';
import { duration } from '../../../../time/format.ts';
import { type Clause, type ClauseTest, toClauses } from './clauses.ts';
import { type Members, stagesOf } from './draft.ts';
import { linesOf, textOf } from './texts.ts';

export const testWords: Record<ClauseTest, string> = {
  above: 'is above',
  at_least: 'is at least',
  below: 'is below',
  at_most: 'is at most',
  one_of: 'is one of',
  none_of: 'is none of',
  present: 'is there',
};

export const subjectWords: Record<Clause['of'], string> = {
  args: 'the argument',
  patch: 'the patch',
  risk: 'the risk',
  subject_ref: 'the subject',
  agent: 'the agent',
  connection: 'the connection',
};

/** When a rule matches, in words. */
export function conditionWords(when: unknown): string {
  if (when === undefined) return 'Every call';
  const clauses = toClauses(when);
  if (clauses === undefined) return 'Calls that match a condition in JSON';
  if (clauses.length === 0) return 'Every call';
  return `Calls where ${clauses.map(clauseWords).join(' and ')}`;
}

function clauseWords({ of, pointer, test, value }: Clause): string {
  const what = of === 'args' ? visibleLine(pointer.slice(1)) : subjectWords[of];
  const values = Array.isArray(value) ? linesOf(value).split('\n').join(', ') : textOf(value);
  return [what, testWords[test], visibleLine(values)].join(' ').trim();
}

/** How a call is held by a rule or a limit, in words: a line for each stage, and for what it asks of those who decide. */
export function holdWords(held: Members): string[] {
  const stages = stagesOf(held);
  return [
    ...(stages.length === 0 ? ['One approval by anybody who may decide'] : stages.map(stageWords)),
    ...coolingWords(held['cooling_off_seconds']),
    ...(held['exclude_subject'] === true ? ['The subject may not approve its own call'] : []),
    ...(held['require_digest'] === true ? ['A decision must carry the digest'] : []),
  ];
}

function coolingWords(seconds: unknown): string[] {
  if (typeof seconds !== 'number') return [];
  const since = duration(seconds * 1000);
  return [`Not sent before ${since} after it was held: until then it can be withdrawn or rejected`];
}

function stageWords(stage: Members): string {
  const { approvals, group, via, remind_after, escalate_after, escalate_to, undo_seconds } = stage;
  const count = approvals === 1 ? 'One approval' : `${textOf(approvals)} approvals`;
  const whose = group === undefined ? 'anybody who may decide' : `the group ${visibleLine(textOf(group))}`;
  const known = Array.isArray(via) ? `, known by ${waysOf(via.map(String))}` : '';
  const remind =
    typeof remind_after === 'number' ? `; a reminder after ${duration(remind_after * 1000)}` : '';
  const escalate =
    typeof escalate_after === 'number'
      ? `; after ${duration(escalate_after * 1000)} also of ${visibleLine(textOf(escalate_to))}`
      : '';
  const undo = typeof undo_seconds === 'number' ? `; can be undone for ${duration(undo_seconds * 1000)}` : '';
  return `${count} of ${whose}${known}${remind}${escalate}${undo}`;
}

const scopeWords: Record<string, string> = {
  workspace: 'of the workspace',
  agent: 'of each agent',
  subject: 'of each subject',
  payee: 'to each payee',
};

/** A limit in words: its amount, period and maximum. */
export function limitWords({ amount, per, scope, max }: Members): string {
  const what = `More than ${grouped(textOf(max))} of ${visibleLine(textOf(amount).slice(1))}`;
  const whose = scopeWords[textOf(scope)] ?? '';
  return per === 'call' ? `${what} in one call` : `${what} ${whose} in a ${textOf(per)}`;
}

/** A decimal with its digits in groups, none of which is lost. */
function grouped(decimal: string): string {
  return visibleLine(decimal).replace(/^\d+/, (whole) => whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ','));
}
