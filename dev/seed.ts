/** What the demo workspace is made from; the secrets stay the same as long as the data does. */
export type SeedInput = {
  mongodbUri: string;
  database: string;
  /** As in ENCRYPTION_KEYS. */
  encryptionKeys: string;
  /** The demo workspace's API key. */
  apiKey: string;
  /** The secret of the demo workspace's HS256 signing key. */
  signingSecret: string;
  /** Where the echo host answers on this run: the demo connection's base URL. */
  echoHostUrl: string;
};

/** What a client needs to work with the demo workspace, as in `.dev/stack.json`. */
export type DemoWorkspace = {
  workspace_id: string;
  api_key: string;
  agent_id: string;
  signing_key: { kid: string; algorithm: string; secret: string };
};

/** Makes the demo workspace, or brings the one that is there up to date. */
export function seed(_input: SeedInput): Promise<DemoWorkspace> {
  return Promise.reject(new Error('the demo workspace cannot be seeded yet'));
}
