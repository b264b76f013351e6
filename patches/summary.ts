import type { JsonObject } from '#contract/json.ts';
import type { Patch, PatchSummary } from '#contract/patch.ts';
import { lineCharacters, LinePart, shownLabel, shownLine, shownText } from '#contract/words/shown-line.ts';
import type { WriteSummary } from '#contract/thread.ts';
import { otherArguments } from './other-arguments.ts';
import { ShownValues } from './shown-values.ts';
import { resolve, templateParts } from './template.ts';

/** The label of the arguments that the templates of a summary do not show. */
export const otherArgumentsLabel = 'Other arguments';
/**
 * The most characters of the filled templates of a summary. Nobody reads more, and all 64 calls of a turn are shown together.
 */
const summaryCharacters = 16_000;

/**
 * The summary of a call for its approver: the filled templates of the patch's summary, or its description, and every
 * argument that these do not show (confirm.summary.complete). Pass redacted arguments if the summary is for readers who
 * must not see the originals. A field whose only argument is absent is left out.
 */
export function summarize(
  { summary, description }: Pick<Patch, 'description' | 'summary'>,
  args: JsonObject,
): WriteSummary {
  const templates = new Templates(args);
  const parts = summary === undefined ? undefined : parse(summary);
  const title = parts && templates.fill(parts.title);
  const fields = (parts?.fields ?? []).flatMap(({ label, value }) => {
    const filled = templates.fill(value);
    return filled === undefined ? [] : [{ label, value: filled }];
  });
  const others = otherArguments(args, templates.shown);
  if (others !== undefined) fields.push({ label: otherArgumentsLabel, value: others });
  return { title: title ?? shownText(description), ...(fields.length === 0 ? {} : { fields }) };
}

/** A part of a template: its own text, or the name of an argument. */
type Part = LinePart | { name: string };
/** Parsed templates by the summary of a patch, which calls of many turns share. */
const parsed = new WeakMap<PatchSummary, { title: Part[]; fields: { label: string; value: Part[] }[] }>();

function parse(summary: PatchSummary) {
  let parts = parsed.get(summary);
  if (parts === undefined) {
    const { title, fields = [] } = summary;
    parts = {
      title: partsOf(title),
      fields: fields.map(({ label, value }) => ({ label: shownLabel(label), value: partsOf(value) })),
    };
    parsed.set(summary, parts);
  }
  return parts;
}

function partsOf(template: string): Part[] {
  return templateParts(template).map((part) => ('text' in part ? new LinePart(part.text) : part));
}

/** Fills templates with the same arguments. */
class Templates {
  /** The names of the arguments that were shown, at least in part. */
  readonly shown = new Set<string>();
  readonly #args: JsonObject;
  readonly #values = new ShownValues();
  #room = summaryCharacters;

  constructor(args: JsonObject) {
    this.#args = args;
  }

  /** Undefined if there is nothing to show. */
  fill(parts: Part[]): string | undefined {
    const line = shownLine(
      parts.map((part) => (part instanceof LinePart ? part : this.#value(part.name))),
      Math.min(lineCharacters, this.#room),
    );
    this.#room = Math.max(0, this.#room - line.text.length);
    for (const [index, part] of parts.slice(0, line.parts).entries()) {
      const cutTo = index === line.parts - 1 ? line.cutTo : undefined;
      if ('name' in part && isShown(this.#value(part.name), cutTo)) this.shown.add(part.name);
    }
    return line.text === '' ? undefined : line.text;
  }

  #value(name: string): LinePart {
    return this.#values.partOf(resolve(this.#args, name));
  }
}

/** Enough of a value that is too long for any line, as the other arguments would show no more. */
const enoughCharacters = 200;

/**
 * Whether a value can be seen in a line. An empty text, null and white space are sent too, and nothing of them is shown. A
 * value that is cut because others take its place, such as an amount of which the first digit is left, is not shown.
 */
function isShown(value: LinePart, cutTo: number | undefined): boolean {
  if (value.isBlank) return false;
  return cutTo === undefined || (cutTo >= enoughCharacters && !value.fitsAlone);
}
