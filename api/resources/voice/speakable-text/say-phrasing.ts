import { domainToUnicode } from 'node:url';
import type { Link, LinkReference, PhrasingContent } from 'mdast';
import { apart, TaggedText } from './html-tags.ts';
import { sayText } from './say-text.ts';
import type { Words } from './words.ts';

/** The spoken form of a paragraph, a heading or a cell. */
export function sayPhrasing(nodes: readonly PhrasingContent[], words: Words): string {
  return sayText(textOf(nodes), words);
}

/** The text, in which lines end where the source ends them. */
function textOf(nodes: readonly PhrasingContent[]): string {
  const said = new TaggedText();
  for (const node of nodes) addNode(said, node);
  return said.blocks().join('\n');
}

function addNode(said: TaggedText, node: PhrasingContent): void {
  if (node.type === 'html') said.tag(node.value);
  // Tags may begin outside of them and end inside.
  else if (node.type === 'emphasis' || node.type === 'strong')
    for (const child of node.children) addNode(said, child);
  else said.text(sayNode(node));
}

function sayNode(node: Exclude<PhrasingContent, { type: 'html' | 'emphasis' | 'strong' }>): string {
  switch (node.type) {
    case 'text':
    case 'inlineCode':
      return node.value;
    case 'linkReference':
      return sayReference(node);
    case 'link':
      return sayLink(node);
    case 'image':
    case 'imageReference':
      return apart(node.alt ?? '');
    case 'break':
      return '\n';
    // Struck-out text is not spoken, as the old price before the new one.
    case 'delete':
      return apart('');
    case 'footnoteReference':
      return '';
  }
}

/** A reference by its text. A mere number, as after what it proves, is not said. */
function sayReference({ children }: LinkReference): string {
  const text = textOf(children);
  return /^\d{1,3}$/.test(text.trim()) ? '' : text;
}

/** A link by its text. An address that is its own text is spoken by its host. */
function sayLink({ url, children }: Link): string {
  const text = textOf(children);
  if (url.toLowerCase() === `mailto:${text}`.toLowerCase()) return text;
  const bare = /^(?:https?:\/\/|www\.)\S+$/i.test(text.trim());
  return bare ? (hostOf(text.trim()) ?? hostOf(url) ?? text) : text;
}

function hostOf(address: string): string | undefined {
  const host = URL.parse(/^https?:/i.test(address) ? address : `http://${address}`)?.hostname;
  // As people read it: xn-- and what follows is for machines.
  return host === undefined ? undefined : domainToUnicode(host).replace(/^www\./, '');
}
