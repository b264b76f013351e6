import { z } from 'zod';
import { Uuid } from './ids.ts';
import { text } from './text.ts';

/** The largest recording that can be uploaded, in bytes: 25 MiB (voice.transcribe.too-large). */
export const largestRecordingBytes = 25 * 1024 * 1024;

/** The longest text that is spoken, in characters of what is left after rendering (voice.speak.too-long). */
export const longestSpokenText = 5000;

/** The longest text before rendering. It is as long as the longest message that a user can post. */
export const longestSourceText = 32_000;

/** How the text of a request is written. */
export const speechFormats = ['markdown', 'plain'] as const;
export type SpeechFormat = (typeof speechFormats)[number];

/** A BCP 47 tag, in its canonical form: `en-us` becomes `en-US`. */
export const Language = z
  .string()
  .max(35)
  .transform((tag, context) => {
    try {
      const [canonical] = Intl.getCanonicalLocales(tag);
      if (canonical !== undefined) return canonical;
    } catch {
      // Reported below.
    }
    context.addIssue({
      code: 'custom',
      message: 'must be a BCP 47 language tag',
      params: { code: 'invalid' },
    });
    return z.NEVER;
  })
  .meta({
    description: 'BCP 47 language tag, such as `en` or `pt-BR`.',
    override: { type: 'string', minLength: 1, maxLength: 35 },
  });

const VoiceId = text({ min: 1, max: 255 }).meta({
  description: 'Id of a voice from `GET /v1/voice/voices`. Default: the default voice of the provider.',
});

/** The text to speak: a text, or a message of a thread by its id. */
export const SpeakRequest = z
  .strictObject({
    text: text({ max: longestSourceText })
      .optional()
      .meta({
        description: `The text. At most ${longestSpokenText} characters may be left after rendering.`,
      }),
    message_id: Uuid.optional().meta({
      description:
        'Instead of `text`: a message of a thread that the subject may see. Its content is Markdown.',
    }),
    format: z.enum(speechFormats).optional().meta({
      description:
        'How `text` is written. `markdown` is rendered into speakable text; `plain` is spoken as it is. Default: `markdown`.',
    }),
    voice_id: VoiceId.optional(),
    language: Language.optional(),
  })
  .superRefine(({ text: given, message_id, format }, context) => {
    if (message_id === undefined) {
      if (given === undefined)
        context.addIssue({
          code: 'custom',
          path: ['text'],
          message: 'is required',
          params: { code: 'invalid_type' },
        });
      return;
    }
    if (given === undefined && format === undefined) return;
    context.addIssue({
      code: 'custom',
      path: ['message_id'],
      message: `must not be given together with ${given === undefined ? 'format' : 'text'}`,
      params: { code: 'conflict' },
    });
  })
  .meta({ id: 'SpeakRequest' });
export type SpeakRequest = z.infer<typeof SpeakRequest>;

/** The transcript of a recording (voice.transcribe). */
export const Transcript = z
  .object({
    text: z.string().meta({ description: 'Empty if the recording is silent.' }),
    confidence: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .meta({ description: 'From 0 to 1, if the provider reports one.' }),
  })
  .meta({ id: 'Transcript' });
export type Transcript = z.infer<typeof Transcript>;

/** A voice that can be chosen (voice.voices). */
export const Voice = z
  .object({
    id: z.string().meta({ description: 'To be sent as `voice_id`.' }),
    name: z.string(),
    category: z.string().optional(),
    preview_url: z.string().optional().meta({ description: 'A sample of the voice.' }),
  })
  .meta({ id: 'Voice' });
export type Voice = z.infer<typeof Voice>;
