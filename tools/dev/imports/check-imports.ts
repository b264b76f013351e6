import { dirname } from 'node:path';
import { findImports, type Import } from './find-imports.ts';
import { targetOf } from './target-of.ts';

/** The allowed imports of each folder, in words divided by spaces, as allowed.ts explains. */
export interface ImportRules {
  /** Other folders, or single files of them, by folder. */
  folders: Record<string, string>;
  /** Packages, by folder. */
  packages: Record<string, string>;
  /** Folders whose subfolders may import each other, but not in a circle. */
  withoutCircles: readonly string[];
}

interface Arrow {
  from: string;
  to: string;
}

/**
 * Imports that the rules do not allow, one sentence each.
 *
 * @param sources the text of each file, by its path from the root of the repository
 * @param aliases the folder of each subpath import, such as `#store/` -> `store/`
 */
export function checkImports(
  sources: Map<string, string>,
  rules: ImportRules,
  aliases: Map<string, string>,
): string[] {
  const arrows: Arrow[] = [];
  const problems = misplacedWords(rules);
  for (const [path, text] of sources) {
    const folder = folderOf(path, rules);
    if (folder === undefined) problems.push(`${path}: the table of imports has no line for this folder.`);
    else {
      for (const found of findImports(path, text)) {
        const target = targetOf(path, found.specifier, aliases);
        if (target !== undefined) arrows.push({ from: path, to: target });
        if (mayImport(folder, found, target, rules)) continue;
        const asType = !found.typeOnly && mayImport(folder, { ...found, typeOnly: true }, target, rules);
        problems.push(
          `${path}: ${folder.replace(/\/\.$/, '')}/ may import ${asType ? 'only types of' : 'nothing of'} ${target ?? found.specifier}.`,
        );
      }
    }
  }
  for (const folder of rules.withoutCircles) problems.push(...circlesIn(folder, arrows));
  const mayAll = (path: string) => rules.folders[folderOf(path, rules) ?? ''] === '*';
  problems.push(...circlesOfFiles(arrows.filter(({ from }) => !mayAll(from))));
  return problems;
}

/** The line that holds for a file: that of the files directly in its folder, or else the nearest one above. */
function folderOf(path: string, { folders }: ImportRules): string | undefined {
  const own = dirname(path);
  const direct = own === '.' ? '.' : `${own}/.`;
  if (direct in folders) return direct;
  for (let folder = own; folder !== '.'; folder = dirname(folder)) if (folder in folders) return folder;
  return undefined;
}

function mayImport(folder: string, found: Import, target: string | undefined, rules: ImportRules): boolean {
  const to = target ?? found.specifier;
  const toFolder = target === undefined ? undefined : folderOf(target, rules);
  const words = ((target === undefined ? rules.packages : rules.folders)[folder] ?? '').split(' ');
  const lines = Object.keys(rules.folders);
  const isAbove = toFolder === undefined || lines.indexOf(toFolder) < lines.indexOf(folder);
  const covers = (word: string) =>
    (word === '*' && isAbove) ||
    word === to ||
    (target === undefined ? to.startsWith(word.endsWith(':') ? word : `${word}/`) : word === toFolder);
  return (
    toFolder === folder ||
    words.some((word) => covers(word) || (found.typeOnly && covers(afterType(word) ?? '')))
  );
}

/** The part after `type:` of a word that allows only types. */
function afterType(word: string): string | undefined {
  return word.startsWith('type:') ? word.slice('type:'.length) : undefined;
}

/** Words for a folder that does not stand above the line: with them, folders could import each other in a circle. */
function misplacedWords(rules: ImportRules): string[] {
  const above = new Set<string>();
  return Object.entries(rules.folders).flatMap(([line, words]) => {
    const misplaced = words
      .split(' ')
      .map((word) => afterType(word) ?? word)
      .filter(
        (word) =>
          word !== '' && word !== '*' && !above.has(word) && !above.has(folderOf(word, rules) ?? word),
      );
    above.add(line);
    return misplaced.map((word) => `The line of ${line}/ names ${word}, which does not stand above it.`);
  });
}

/** The first circle of imports between the subfolders of a folder, with two files for each step of it. */
function circlesIn(folder: string, arrows: Arrow[]): string[] {
  const circle = firstCircle(arrows, (path) =>
    path.startsWith(`${folder}/`) ? /^[^/]+(?=\/)/.exec(path.slice(folder.length + 1))?.[0] : undefined,
  );
  return circle.length === 0 ? [] : [`${folder}/ has a circle: ${asSentence(circle)}`];
}

/** The first circle of imports between files, types included. */
function circlesOfFiles(arrows: Arrow[]): string[] {
  const circle = firstCircle(arrows, (path) => path);
  return circle.length === 0 ? [] : [`Files import each other: ${asSentence(circle)}`];
}

function asSentence(circle: Arrow[]): string {
  return `${circle.map(({ from, to }) => `${from} imports ${to}`).join(', ')}.`;
}

/**
 * The first circle of imports between parts, each step as an import between two files.
 *
 * @param partOf the part to which a file belongs, or undefined if its imports do not count
 */
function firstCircle(arrows: Arrow[], partOf: (path: string) => string | undefined): Arrow[] {
  const arrowsOf = Map.groupBy(arrows, ({ from }) => partOf(from) ?? '');
  const done = new Set(['']);
  const follow = (part: string, parts: string[], way: Arrow[]): Arrow[] => {
    if (parts.includes(part)) return way.slice(parts.indexOf(part));
    for (const arrow of done.has(part) ? [] : (arrowsOf.get(part) ?? [])) {
      const to = partOf(arrow.to) ?? part;
      const circle = to === part ? [] : follow(to, [...parts, part], [...way, arrow]);
      if (circle.length > 0) return circle;
    }
    done.add(part);
    return [];
  };
  return [...arrowsOf.keys()].map((part) => follow(part, [], [])).find(({ length }) => length > 0) ?? [];
}
