import { type LanguageModel, wrapLanguageModel } from 'ai';

export type AnyModel = Exclude<LanguageModel, string>;

type Wrapped = ReturnType<typeof wrapLanguageModel>;
/** A part of the stream of a provider's SDK. */
export type StreamPart =
  Awaited<ReturnType<Wrapped['doStream']>>['stream'] extends ReadableStream<infer Part> ? Part : never;

/** Takes a part and sends on what stands in its place: itself, others, or nothing. */
export type MapPart = (part: StreamPart, send: (part: StreamPart) => void) => void;

/**
 * A model whose stream is mapped part by part.
 * @param begin makes the function for a new stream, with whatever it remembers of it
 */
export function mapParts(model: AnyModel, begin: () => MapPart): AnyModel {
  return wrapLanguageModel({
    model,
    middleware: {
      wrapStream: async ({ doStream }) => {
        const { stream, ...rest } = await doStream();
        const map = begin();
        const mapped = new TransformStream<StreamPart, StreamPart>({
          transform: (part, controller) => {
            map(part, (each) => controller.enqueue(each));
          },
        });
        return { stream: stream.pipeThrough(mapped), ...rest };
      },
    },
  });
}
