/** A JSON value in messages to and from a model. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** What a model thought in a turn. */
export interface ModelReasoning {
  /** The model and its address. Nobody else is sent it: signatures mean nothing to others. */
  source: string;
  /** What it thought in words, as far as its provider tells. */
  text: string;
  /** What the provider is sent of it with the run's next turn, in order. Only its adapter knows what is in it. */
  parts: Json[];
  /** The characters of what only the provider can read: signatures, and encrypted text. */
  opaque_characters: number;
  /** There was too much of it to be kept. */
  dropped?: true;
}

/** What of a conversation a model was not shown. */
export interface LeftOut {
  /** Whole messages of the thread, and results of calls of which only the length was told. */
  messages: number;
  /** Their characters, as far as they were read. */
  characters: number;
}
