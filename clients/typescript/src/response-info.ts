/** Status, headers and request id of a response. */
export interface ResponseInfo {
  status: number;
  /** Among them the limits of rates, and whether the answer is that of an earlier request with the same key. */
  headers: Headers;
  /** Quote it to support. */
  requestId: string | undefined;
}

const infos = new WeakMap<object, ResponseInfo>();

/** Notes the response that brought these results. */
export function noteResponse(
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  ...results: unknown[]
): void {
  const info = { status, headers, requestId: headers.get('request-id') ?? undefined };
  for (const result of results) if (typeof result === 'object' && result !== null) infos.set(result, info);
}

/** Has one result stand for another: both came with the same response. */
export function shareResponse(from: object, to: object): void {
  const info = infos.get(from);
  if (info !== undefined) infos.set(to, info);
}

/**
 * The response that brought a result of a call: an object, a page or audio. Undefined for other values.
 *
 * @example
 * const thread = await heddle.threads.create({ agent_id });
 * console.log(responseOf(thread)?.requestId);
 */
export function responseOf(result: object): ResponseInfo | undefined {
  return infos.get(result);
}
