/** Only as names and values of an event itself: within a text, each quote is escaped. */
const numericId = /("(?:id|call_id|item_id|responseId)"\s*:\s*)(-?\d[\d.eE+-]*)/g;

/** The data of an event with its ids as texts. Some servers give them as numbers, which the SDKs refuse. */
export function withTextIds(data: string): string {
  return data.replaceAll(numericId, '$1"$2"');
}
