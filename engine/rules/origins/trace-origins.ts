import { defined } from '#contract/defined.ts';
import type { JsonObject } from '#contract/json.ts';
import { fromJsonText } from '#contract/json-text.ts';
import { mostSeen, type OriginName, originNames, type SeenAt, type ValueOrigin } from '#contract/origins.ts';
import { valueAt } from '#patches/json-pointer.ts';
import type { ToolCallDocument } from '../../documents/tool-call.ts';
import { redactedResult } from '../redaction.ts';
import { excerptOf } from './excerpt.ts';
import { dateForm, figuresIn, numberForm } from './figures-in-text.ts';
import { type FoldedValue, foldedValue, FoldedText, type Span, valueBoundary } from './folded-text.ts';
import { leavesOf, type Scalar, scalarsOf } from './scalars.ts';

/** A result of a call, and what its patch redacts in it. */
type Result = Pick<ToolCallDocument, 'result' | 'error' | 'redact'>;

/** Something that the model was shown, in which values are looked for. */
export interface OriginSource extends Pick<SeenAt, 'kind' | 'patch_ref' | 'at'> {
  from: Exclude<OriginName, 'nowhere'>;
  content: { text: string } | { value: JsonObject } | { result: Result };
  /** The arguments of the call whose result it is. Their values are not from it: it repeats what the model asked. */
  asked?: JsonObject;
}

/** A call whose arguments are traced. */
export interface CallToTrace {
  args: JsonObject;
  /** The same as readers may see them. */
  shown: JsonObject;
  /** The places that are traced first. */
  first: string[];
  /** The schema of its patch, which offers values. */
  schema: JsonObject;
  /** Other texts of the value at a place: the amount in major units. */
  equal: { path: string; value: string }[];
}

/** The texts that the model was shown, newest first, and the calls of one turn. */
export interface OriginTask {
  sources: OriginSource[];
  calls: CallToTrace[];
}

/**
 * Looks where the values of arguments were seen before the model made the calls (origin.traced). No model judges. The work is linear in
 * the length of the sources, for each of at most 200 values.
 * @returns the origins of each call, its declared payment first
 */
export function traceOrigins({ sources, calls }: OriginTask): ValueOrigin[][] {
  const searchable = sources.map((source) => new SearchedSource(source));
  return calls.map((call) => originsOf(call, searchable));
}

function originsOf(
  { args, shown, first, schema, equal }: CallToTrace,
  sources: SearchedSource[],
): ValueOrigin[] {
  const offered = new SearchedSource({
    kind: 'schema',
    from: 'schema',
    content: { value: offeredBy(schema) },
  });
  const hidden = hiddenIn({ args, shown, equal }).map(formOf);
  // Not even a part of a redacted value is in an excerpt: nothing is quoted of a source that has one.
  const quotable = new Set([...sources, offered].filter((source) => !source.shows(hidden)));
  return scalarsOf(args, first).map((scalar): ValueOrigin => {
    const { path, value } = scalar;
    const others = equal.filter((each) => each.path === path).map((each) => each.value);
    const forms = [value, ...others].map(formOf);
    const isHidden = valueAt(shown, path) !== value;
    const found = [...sources, offered].flatMap((source) => {
      const seen = source.seen(forms, !isHidden && quotable.has(source));
      return seen === undefined ? [] : [{ from: source.from, seen }];
    });
    const from = originNames.filter((name) => found.some((each) => each.from === name));
    return {
      path,
      from: from.length === 0 ? ['nowhere'] : from,
      seen: oneOfEachFirst(found).slice(0, mostSeen),
    };
  });
}

/** A value as it is looked for. */
interface Form {
  /** For a text. */
  folded?: FoldedValue;
  /** For a number or a date. */
  figure?: string;
}

function formOf(value: Scalar['value']): Form {
  if (typeof value === 'number') return defined({ figure: numberForm(value) });
  return { folded: foldedValue(value), ...defined({ figure: numberForm(value) ?? dateForm(value) }) };
}

/** The texts and numbers of arguments that readers may not see. */
function hiddenIn({ args, shown, equal }: Pick<CallToTrace, 'args' | 'shown' | 'equal'>): Scalar['value'][] {
  if (args === shown) return [];
  const hidden: Scalar['value'][] = [];
  for (const { path, value } of leavesOf(args)) {
    const isText = typeof value === 'string' || typeof value === 'number';
    if (isText && valueAt(shown, path) !== value) hidden.push(value);
  }
  const others = equal.filter(({ path }) => valueAt(args, path) !== valueAt(shown, path));
  return [...hidden, ...others.map(({ value }) => value)];
}

/** One place of each origin before further ones, those in the order of origins. */
function oneOfEachFirst(found: readonly { from: OriginName; seen: SeenAt }[]): SeenAt[] {
  const byOrigin = originNames.map((name) => found.filter(({ from }) => from === name));
  const most = Math.max(0, ...byOrigin.map(({ length }) => length));
  return Array.from({ length: Math.min(most, mostSeen) }, (_, index) =>
    byOrigin.flatMap((each) => each[index]?.seen ?? []),
  ).flat();
}

/** The values that a schema offers. */
function offeredBy(schema: JsonObject): JsonObject {
  const offered: unknown[] = [];
  for (const { path, value } of leavesOf(schema)) {
    if (/\/(?:enum|examples)\/\d+$|\/(?:const|default)$/.test(path)) offered.push(value);
  }
  return { offered };
}

/** A source with the forms in which it is searched, which are made when they are needed. */
class SearchedSource {
  readonly from: OriginName;
  readonly #place: SeenAt;
  readonly #content: OriginSource['content'];
  readonly #asked: SearchedText | undefined;
  #whole: SearchedText | undefined;
  #visible: SearchedText | undefined;

  constructor({ from, content, asked, ...place }: OriginSource) {
    this.from = from;
    this.#place = place;
    this.#content = content;
    this.#asked = asked && new SearchedText(leafText(asked));
  }

  /** Where one of some forms of a value stands, if it may be quoted with an excerpt; undefined if none does. */
  seen(forms: readonly Form[], isQuotable: boolean): SeenAt | undefined {
    this.#whole ??= new SearchedText(textOf(this.#content));
    if (this.#whole.find(forms) === undefined || this.#asked?.find(forms)) return undefined;
    return { ...this.#place, ...(isQuotable ? defined({ excerpt: this.#excerpt(forms) }) : {}) };
  }

  /** Whether one of some forms of values stands in what may be seen of it. */
  shows(forms: readonly Form[]): boolean {
    return forms.length > 0 && this.#shown().find(forms) !== undefined;
  }

  #excerpt(forms: readonly Form[]): string | undefined {
    const shown = this.#shown();
    const span = shown.find(forms);
    return span && excerptOf(shown.text, span);
  }

  #shown(): SearchedText {
    if (!hidesPart(this.#content)) return (this.#whole ??= new SearchedText(textOf(this.#content)));
    return (this.#visible ??= new SearchedText(visibleTextOf(this.#content)));
  }
}

class SearchedText {
  readonly #folded: FoldedText;
  #figures: Map<string, Span> | undefined;

  constructor(text: string) {
    this.#folded = new FoldedText(text);
  }

  get text(): string {
    return this.#folded.text;
  }

  find(forms: readonly Form[]): Span | undefined {
    for (const { folded, figure } of forms) {
      const span = folded && this.#folded.find(folded);
      const found = span ?? (figure === undefined ? undefined : this.#figure(figure));
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #figure(form: string): Span | undefined {
    this.#figures ??= figuresIn(this.text);
    return this.#figures.get(form);
  }
}

function textOf(content: OriginSource['content']): string {
  if ('text' in content) return content.text;
  if ('value' in content) return leafText(content.value);
  const { result } = content.result;
  return result === undefined ? '' : leafText(fromJsonText<JsonObject>(result));
}

function hidesPart(content: OriginSource['content']): boolean {
  return 'result' in content && (content.result.redact?.result ?? []).length > 0;
}

function visibleTextOf(content: OriginSource['content']): string {
  return 'result' in content ? leafText(redactedResult(content.result) ?? {}) : textOf(content);
}

/** The texts and numbers of a value, which stay apart. */
function leafText(value: unknown): string {
  const texts: string[] = [];
  for (const { value: leaf } of leavesOf(value)) {
    if (typeof leaf === 'string' || typeof leaf === 'number') texts.push(String(leaf));
  }
  return texts.join(valueBoundary);
}
