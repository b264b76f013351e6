import { type AnyModel, mapParts } from './map-parts.ts';

/** A model whose answers begin with words: blank lines before them, which some models say after a thought, are left out. */
export function withoutLeadingLines(model: AnyModel): AnyModel {
  return mapParts(model, () => {
    const lines = new LeadingLines();
    return (part, send) => {
      if (part.type !== 'text-delta') {
        send(part);
        return;
      }
      const delta = lines.add(part.delta);
      if (delta !== '' || part.delta === '') send({ ...part, delta });
    };
  });
}

/** Takes the blank lines before the first words from a text that comes in pieces. The first words keep their indent. */
export class LeadingLines {
  /** The white space of the line that may be the first. */
  #indent = '';
  #hasBegun = false;

  /** @returns what is left of a piece, with the indent before it */
  add(piece: string): string {
    if (this.#hasBegun) return piece;
    const words = piece.search(/\S/);
    const line = piece.lastIndexOf('\n', words === -1 ? piece.length : words);
    const begun = (line === -1 ? this.#indent : '') + piece.slice(line + 1);
    this.#hasBegun = words !== -1;
    this.#indent = this.#hasBegun ? '' : begun;
    return this.#hasBegun ? begun : '';
  }
}
