import { isJsonObject, type JsonObject } from '#contract/json.ts';

/**
 * Templates over a call's arguments: `{{amount}}`, `{{recipient.name}}`. Values are inserted literally and not parsed
 * again, so an argument that contains braces stays unchanged. Names reach only own members of objects.
 */

/** Why a template cannot be filled. The message may be shown. */
export class TemplateError extends Error {
  override name = 'TemplateError';
}

const placeholder = /\{\{([^{}]*)\}\}/g;
const onlyPlaceholder = /^\{\{([^{}]*)\}\}$/;

/** Members that every object seems to have, which no template reaches. */
export const prototypeNames: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** A text that placeholders repeat grows no longer than this. */
const renderedCharacters = 1024 * 1024;

/** The names in a template, in order, without duplicates. */
export function templateNames(template: string): string[] {
  return [...new Set(Array.from(template.matchAll(placeholder), ([, name = '']) => name.trim()))];
}

/**
 * Fills a template. A template that is a single placeholder returns the argument itself, with its JSON type, or
 * undefined if the argument is absent, so that the field is left out. Any other template returns text, in which absent
 * arguments are empty.
 * @throws {TemplateError} if the text grows beyond a MiB
 */
export function render(template: string, args: JsonObject): unknown {
  const [, name] = onlyPlaceholder.exec(template) ?? [];
  return name === undefined ? renderText(template, args) : resolve(args, name.trim());
}

/**
 * Fills a template as text: objects as compact JSON, null and absent arguments as nothing.
 * @param escape makes a value fit for its place; the template's own text is not changed
 * @throws {TemplateError} if the text grows beyond a MiB
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

/** A part of a template: its own text, or the name of an argument. */
export type TemplatePart = { text: string } | { name: string };

/** The parts of a template, in order. */
export function templateParts(template: string): TemplatePart[] {
  const parts: TemplatePart[] = [];
  let end = 0;
  for (const { 0: whole, 1: name = '', index } of template.matchAll(placeholder)) {
    if (index > end) parts.push({ text: template.slice(end, index) });
    parts.push({ name: name.trim() });
    end = index + whole.length;
  }
  if (end < template.length) parts.push({ text: template.slice(end) });
  return parts;
}

/** A value as text. */
export function toText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The argument with that name, or undefined. */
export function resolve(args: JsonObject, name: string): unknown {
  let value: unknown = args;
  for (const member of name.split('.')) {
    if (prototypeNames.has(member) || !isJsonObject(value) || !Object.hasOwn(value, member)) return undefined;
    value = value[member];
  }
  return value;
}
