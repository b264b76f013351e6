/** A JSON value in messages to and from a model. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** A model's reasoning in a turn. */
export interface ModelReasoning {
  /** The model and its address. Nobody else is sent it: signatures mean nothing to others. */
  source: string;
  /** The reasoning text, if the provider returns it. */
  text: string;
  /**
   * The parts that are sent back to the provider with the run's next turn, in order. Only its adapter knows their
   * content.
   */
  parts: Json[];
  /** The characters of what only the provider can read: signatures, and encrypted text. */
  opaque_characters: number;
  /** There was too much of it to be kept. */
  dropped?: true;
}

/** The part of a conversation that a model was not shown. */
export interface LeftOut {
  /** Whole messages of the thread, and results of calls that were reduced to their length. */
  messages: number;
  /** Their characters, as far as they were read. */
  characters: number;
}
