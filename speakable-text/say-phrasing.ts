import { domainToUnicode } from 'node:url';
import type { Link, LinkReference, PhrasingContent } from 'mdast';
import { sayText } from './say-text.ts';
import type { Words } from './words.ts';

/** What is said of the content of a paragraph, a heading or a cell. */
export function sayPhrasing(nodes: readonly PhrasingContent[], words: Words): string {
  return sayText(nodes.map(sayNode).join(''), words);
}

function sayNode(node: PhrasingContent): string {
  switch (node.type) {
    case 'text':
      return node.value;
    case 'inlineCode':
      return node.value;
    case 'emphasis':
    case 'strong':
      return node.children.map(sayNode).join('');
    case 'linkReference':
      return sayReference(node);
    case 'link':
      return sayLink(node);
    case 'image':
    case 'imageReference':
      return node.alt ?? '';
    case 'break':
      return ' ';
    case 'html':
      return /^<br\b/i.test(node.value) ? ' ' : '';
    // What was struck out is not meant to be said, as the old price before the new one.
    case 'delete':
    case 'footnoteReference':
      return '';
  }
}

/** A reference by its text. A mere number, as after what it proves, is not said. */
function sayReference({ children }: LinkReference): string {
  const text = children.map(sayNode).join('');
  return /^\d{1,3}$/.test(text.trim()) ? '' : text;
}

/** A link by its text. An address that is its own text is said by its host. */
function sayLink({ url, children }: Link): string {
  const text = children.map(sayNode).join('');
  if (url.toLowerCase() === `mailto:${text}`.toLowerCase()) return text;
  const bare = /^(?:https?:\/\/|www\.)\S+$/i.test(text.trim());
  return bare ? (hostOf(text.trim()) ?? hostOf(url) ?? text) : text;
}

function hostOf(address: string): string | undefined {
  const host = URL.parse(/^https?:/i.test(address) ? address : `http://${address}`)?.hostname;
  // As people read it: xn-- and what follows is for machines.
  return host === undefined ? undefined : domainToUnicode(host).replace(/^www\./, '');
}
