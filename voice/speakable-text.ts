/** PLACEHOLDER until the renderer is merged. */
export function speakableText(markdown: string): string {
  return markdown.replaceAll(/[*_#`]/g, '').replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').trim();
}
