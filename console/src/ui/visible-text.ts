/** Marks that turn the direction of text, or that cannot be seen: they make a text look like another one. */
const misleading = /[\u00AD\u061C\u180E\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/gu;

/** JSON with what could mislead written as escapes. It stays the same JSON. */
export function withVisibleMarks(json: string): string {
  return json.replaceAll(
    misleading,
    (mark) => String.raw`\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
