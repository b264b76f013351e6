/** A reply for a stand-in provider to put on the wire. */
export interface ScriptedReply {
  /** The text, in the fragments in which it is streamed. */
  text?: string[];
  /** Tool calls; `json` is the text of the arguments, in fragments. */
  calls?: { id: string; name: string; json: string[] }[];
  /** Tokens; left out, the provider counts none, or zero where it must count. */
  usage?: { input: number; output: number };
}
