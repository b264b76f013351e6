import { plain, type Model, type ModelReply, type ModelRequest } from '#engine/ports/model.ts';
import { estimateReplyTokens, estimateRequestTokens } from '#adapters/model/token-estimate.ts';
import { jsonIn } from '#engine/rules/model-answer/find-json.ts';

/**
 * The model class `scripted` in an extraction: deterministic, and without a provider. It replies with the first JSON
 * object in the text and, if it is asked to repair its reply, with the second one, or with the first again if there is
 * no other. Without an object, it says so.
 */
export const scriptedExtraction: Model = {
  respond: async (request) => await Promise.resolve(reply(request)),
};

function reply(request: ModelRequest): ModelReply {
  request.signal.throwIfAborted();
  const [first] = request.run;
  const objects = first?.role === 'user' ? jsonIn(first.content, ['{']) : [];
  const repairs = request.run.filter(({ role }) => role === 'assistant').length;
  let text = 'There is no JSON object in the text.';
  let count = 0;
  for (const { json } of objects) {
    if (count === 0 || count === repairs) text = json;
    count += 1;
    if (count > repairs) break;
  }
  const said = { text, calls: [] };
  return {
    ...said,
    input_tokens: estimateRequestTokens(request),
    output_tokens: estimateReplyTokens(said),
    request: plain({ model: 'scripted', messages: request.run }),
    response: plain({ model: 'scripted', text }),
  };
}
