/** Text that may stand in a page as it is. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | Html | Part[];

/** Builds a piece of a page. Everything that is inserted is escaped, except other pieces. */
export function markup(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(String.raw({ raw: strings }, ...parts.map(shown)));
}

function shown(part: Part): string {
  if (part instanceof Html) return part.text;
  return Array.isArray(part) ? part.map(shown).join('') : escape(part);
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');
}
