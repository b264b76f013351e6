/** A reply for a stand-in provider to put on the wire. */
export interface ScriptedReply {
  /** The model's reasoning, in the shapes of the provider (each stand-in says which). */
  thoughts?: Thought[];
  /** The text, in the fragments in which it is streamed. */
  text?: string[];
  /** Tool calls; `json` is the text of the arguments, in fragments. */
  calls?: { id: string; name: string; json: string[]; signature?: string }[];
  /** Words of a refusal, which OpenAI sends apart from the text. */
  refusal?: string[];
  /** The provider's own name for the end of the reply. Default: that of a reply that ends by itself. */
  stop?: string;
  /** Tokens; left out, the provider counts none, or zero where it must count. */
  usage?: { input: number; output: number; cached?: number };
}

/** A thought: in words, with what only its provider can read, or that alone. */
export interface Thought {
  words?: string[];
  opaque?: string;
}
