import { send } from '@koa/send';
import type { Context } from 'koa';

/** How long browsers keep a file whose path changes with its content. */
export const longestMs = 365 * 24 * 60 * 60 * 1000;

/**
 * Sends a file below a folder that was built, compressed if there is such a form of it and the client takes it.
 * @returns false if it is not there
 */
export async function sendBuilt(
  ctx: Context,
  root: string,
  path: string,
  options: { immutable?: boolean; maxAge?: number } = {},
): Promise<boolean> {
  ctx.vary('Accept-Encoding');
  try {
    return (await send(ctx, path, { root, ...options })) !== undefined;
  } catch (error) {
    ctx.remove('Content-Encoding');
    // It is not there, or its path is malformed or leads out of the folder.
    if (statusOf(error) < 500) return false;
    throw error;
  }
}

function statusOf(error: unknown): number {
  return error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : 500;
}
