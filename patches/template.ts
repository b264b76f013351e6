import { isJsonObject, type JsonObject } from '#contract/json.ts';

/**
 * Templates over a call's arguments: `{{amount}}`, `{{recipient.name}}`. Values go in as they are and are not looked
 * at again, so that an argument with braces in it stays what it is. Names lead through own members of objects only.
 */

/** What a template cannot be filled with; the message says why, and may be shown. */
export class TemplateError extends Error {
  override name = 'TemplateError';
}

const placeholder = /\{\{([^{}]*)\}\}/g;
const onlyPlaceholder = /^\{\{([^{}]*)\}\}$/;

/** Members that every object may seem to have: no template reaches them. */
export const prototypeNames: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** A text repeated by placeholders grows no longer than this. */
const renderedCharacters = 1024 * 1024;

/** The names in a template, in order, each once. */
export function templateNames(template: string): string[] {
  return [...new Set(Array.from(template.matchAll(placeholder), ([, name = '']) => name.trim()))];
}

/**
 * Fills a template. One that is a single placeholder is the argument itself, of its own JSON type, or undefined when
 * the argument is absent: the field is then left out. Any other is text, in which absent arguments are empty.
 * @throws {TemplateError} when the text grows beyond a MiB
 */
export function render(template: string, args: JsonObject): unknown {
  const [, name] = onlyPlaceholder.exec(template) ?? [];
  return name === undefined ? renderText(template, args) : resolve(args, name.trim());
}

/**
 * Fills a template as text: objects as compact JSON, null and absent arguments as nothing.
 * @param escape makes a value fit for its place; the template's own text is left as it is
 * @throws {TemplateError} when the text grows beyond a MiB
 */
export function renderText(
  template: string,
  args: JsonObject,
  escape: (value: string, name: string) => string = (value) => value,
): string {
  let length = 0;
  return template.replaceAll(placeholder, (_, inner: string) => {
    const name = inner.trim();
    const value = escape(toText(resolve(args, name)), name);
    length += value.length;
    if (length > renderedCharacters) throw new TemplateError('the arguments are too long for their place');
    return value;
  });
}

/**
 * Fills a template as {@link renderText} does, but cuts the values where they are longer than `characters` in all. The
 * cut is shown as `…`.
 */
export function renderStart(template: string, args: JsonObject, characters: number): string {
  let left = characters;
  return template.replaceAll(placeholder, (_, inner: string) => {
    if (left <= 0) return '';
    const value = toText(resolve(args, inner.trim()));
    const shown = value.length <= left ? value : `${value.slice(0, left).toWellFormed()}…`;
    left -= value.length;
    return shown;
  });
}

/** A value as it stands in a text. */
export function toText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The argument of that name, or undefined. */
function resolve(args: JsonObject, name: string): unknown {
  let value: unknown = args;
  for (const member of name.split('.')) {
    if (prototypeNames.has(member) || !isJsonObject(value) || !Object.hasOwn(value, member)) return undefined;
    value = value[member];
  }
  return value;
}
