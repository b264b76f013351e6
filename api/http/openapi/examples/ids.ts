/** Ids of the one conversation that all examples show, so that they are consistent. */
export const ids = {
  workspace: '019a9f3e-0c4b-7d31-9a5e-6f0d1c2b3a49',
  agent: 'agent_019a9f3e1f7a7c52b8d40e6a9c3b5d71',
  connection: '019a9f3e-2a90-7e18-8c47-b1d2e3f40516',
  apiKey: '019a9f3e-2b13-7c40-8a65-c2e3f4051627',
  signingKey: 'key_0mK3vT8dQx2LrY7cWb5nHs9Z',
  thread: '019a9f41-77d2-7b0a-9e63-2c4d5e6f7081',
  run: '019a9f41-9c05-7f4e-a812-3d5e6f708192',
  userMessage: '019a9f41-9c05-7f4f-b923-4e6f708192a3',
  reply: '019a9f41-b3e8-7a26-8d54-5f708192a3b4',
  toolCall: '019a9f41-aa71-7c8d-95e6-708192a3b4c5',
  webhookEndpoint: '019a9f3e-2c40-7a91-9d37-d3f405162738',
  delivery: '019a9f41-b4f1-7c09-8e72-9a3b4c5d6e7f',
  event: 'evt_019a9f41b3e87a278e658192a3b4c5d6',
  budget: '019a9f3e-2d50-7b02-8e48-e40516273849',
  change: '019a9f3e-2e60-7c13-9f59-f51627384950',
  erasure: '019a9f42-1c7e-7b35-a0d9-b4c5d6e7f809',
  mcpGrant: '019a9f43-5d1f-7c26-8b10-c5d6e7f8091a',
  passkey: '019a9f3e-2f70-7d24-8a6a-a6172839405f',
  payee: '019a9f3e-3081-7d35-8b7b-b7283940516a',
  request: '019a9f41-9bf8-7d10-8a2b-92a3b4c5d6e7',
  ledgerEntry: '019a9f41-b3e8-7a28-9b61-a3b4c5d6e7f8',
} as const;

/** When it took place. */
export const times = {
  published: '2026-11-21T02:44:29.690Z',
  connected: '2026-11-21T02:44:32.528Z',
  started: '2026-11-21T02:48:08.658Z',
  posted: '2026-11-21T02:48:17.925Z',
  held: '2026-11-21T02:48:21.617Z',
  expires: '2026-12-21T02:48:21.617Z',
  signedOut: '2026-11-21T10:48:08.658Z',
  challengeExpires: '2026-11-21T02:53:21.904Z',
  decided: '2026-11-21T02:48:22.904Z',
  replied: '2026-11-21T02:48:24.040Z',
} as const;
