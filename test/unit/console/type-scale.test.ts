import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const source = join(import.meta.dirname, '../../../console/src');
const files = globSync('**/*.{ts,tsx,css}', { cwd: source });
const scale = new Set(
  [...readFileSync(join(source, 'app.css'), 'utf8').matchAll(/^ {2}--text-([a-z0-9]+):/gm)].map(
    ([, name]) => name,
  ),
);

/** Styles that set the size of a text to something else than a step of the scale. */
const literals = [
  // `text-[13px]`, `text-sm/[20px]` and `[font-size:13px]` of Tailwind.
  /\btext-\[[\d.]+(?:px|r?em|%)\]/g,
  /\[font-size:[^\]]*\]/g,
  /\bfont-size:(?! var\(--text-)[^;]*/g,
  /\bfontSize: (?!'var\(--text-)[^,}]*/g,
  /\bfont: [^;'"]*/g,
];
/** The names of Tailwind's own scale, and of ours. */
const steps = /\btext-(\d?xs|\d?xl|sm|md|lg|base|note|prose|code)\b/g;

it('every size of text is a step of the type scale', () => {
  expect(scale.size).toBeGreaterThan(5);
  const strangers = files.flatMap((file) => {
    const text = readFileSync(join(source, file), 'utf8');
    const found = literals.flatMap((literal) => text.match(literal) ?? []);
    const unknown = [...text.matchAll(steps)].filter(([, step]) => !scale.has(step)).map(([name]) => name);
    return [...found, ...unknown].map((each) => `${file}: ${each}`);
  });
  expect(strangers).toEqual([]);
});
