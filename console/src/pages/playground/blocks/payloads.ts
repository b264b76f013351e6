import * as z from 'zod/mini';

const Cell = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** The kinds of blocks that the playground shows as more than text, and what their payloads hold. */
const payloads = {
  text: z.object({ title: z.optional(z.string()), text: z.string() }),
  table: z.object({
    title: z.optional(z.string()),
    columns: z.array(z.string()),
    rows: z.array(z.array(Cell)),
  }),
  key_value: z.object({
    title: z.optional(z.string()),
    items: z.array(z.object({ label: z.string(), value: Cell })),
  }),
  links: z.object({
    title: z.optional(z.string()),
    items: z.array(z.object({ label: z.string(), url: z.string() })),
  }),
} as const;

type Kind = keyof typeof payloads;

/** A block that can be shown. */
export type Block = { [K in Kind]: { kind: K; payload: z.infer<(typeof payloads)[K]> } }[Kind];

/** A block by its kind; undefined for a kind that is not known, or a payload of another shape. */
export function readBlock(kind: string, payload: unknown): Block | undefined {
  if (!Object.hasOwn(payloads, kind)) return undefined;
  const parsed = payloads[kind as Kind].safeParse(payload);
  return parsed.success ? ({ kind, payload: parsed.data } as Block) : undefined;
}

/** Where a link leads, to be read beside its label, which may say something else. */
export function hostOf(url: string): string {
  const { host, protocol, pathname } = new URL(url);
  return protocol === 'mailto:' ? decoded(pathname) : host;
}

/** An address as it is if its escapes are none, as in `mailto:%`. */
function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

/** Whether a link may be followed: to the web or to a mail address, and not to a script. */
export function isSafeUrl(url: string): boolean {
  try {
    return ['https:', 'http:', 'mailto:'].includes(new URL(url).protocol);
  } catch {
    return false;
  }
}
