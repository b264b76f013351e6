import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Agent, AgentPatch } from '#contract/agent.ts';
import type { Patch, PatchDefinition } from '#contract/patch.ts';
import type { ApiClient } from './api-client.ts';
import { serveOnLoopback } from '#tools/dev/stand-ins/loopback.ts';

/** A request as a host got it. */
export interface HostCall {
  method: string;
  path: string;
  headers: Record<string, string | string[] | undefined>;
  body: unknown;
}

/** A customer's host on loopback that remembers what it was asked. */
export interface Host {
  url: string;
  calls: HostCall[];
  /** How it answers from now on; at first with `{"ok": true}`. */
  answer: (call: HostCall, response: ServerResponse, count: number) => void;
  stop(): Promise<void>;
}

/** @param port Default: any that is free, which may be another's as soon as the host has stopped */
export async function startHost({ port = 0 }: { port?: number } = {}): Promise<Host> {
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request);
    const call: HostCall = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: body === '' ? undefined : (JSON.parse(body) as unknown),
    };
    host.calls.push(call);
    host.answer(call, response, host.calls.length);
  };
  const { url, stop } = await serveOnLoopback(serve, port);
  const host: Host = { url, calls: [], answer: (_, response) => json(response, 200, { ok: true }), stop };
  return host;
}

export function json(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** A patch to publish, and how the agent is wired to it. */
export type ActingPatch = Omit<PatchDefinition, 'timeout_seconds'> & {
  timeout_seconds?: number;
  wired?: Partial<AgentPatch>;
};

const objectOf = (properties: Record<string, unknown>, required: string[] = []) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

/** A definition of a patch for tests: silent, low risk, never repeated, unless said otherwise. */
export function actingPatch(key: string, parts: Partial<ActingPatch> = {}): ActingPatch {
  return {
    key,
    description: `Does ${key}.`,
    interaction: 'silent',
    input_schema: objectOf({ amount: { type: 'number' }, to: { type: 'string' } }),
    risk: { base: 'low' },
    reliability: { idempotent: false, retry: 'none' },
    ...parts,
  };
}

/** Where nothing listens. */
const nowhere = 'http://127.0.0.1:9';

/** A gated call is only held if there is a connection on which it could be made. */
async function needsConnection(client: ApiClient, patches: ActingPatch[]): Promise<boolean> {
  if (patches.every(({ wired }) => wired?.gate === undefined)) return false;
  return (await client.get<unknown[]>('/v1/connections')).data.length === 0;
}

/** Publishes patches, a connection to the host, and an agent wired to them and to the built-in ones. */
export async function publishActing(
  client: ApiClient,
  host: Host | undefined,
  patches: ActingPatch[],
  parts: Partial<Agent> = {},
): Promise<Agent> {
  const url = host?.url ?? ((await needsConnection(client, patches)) ? nowhere : undefined);
  if (url !== undefined) {
    await expectStatus(
      client.post('/v1/connections', {
        name: 'host',
        base_url: url,
        auth: { type: 'bearer', token: 's3cret' },
      }),
      201,
    );
  }
  const wired: Partial<AgentPatch>[] = [];
  for (const { wired: wiring = {}, ...definition } of patches) {
    const { data } = await expectStatus(client.post<Patch>('/v1/patches', definition), 201);
    wired.push({ ref: data.ref, ...wiring });
  }
  const builtIn = [
    'ask_user',
    'handoff',
    'update_plan',
    'show_block',
    'identify_account',
    'list_banks',
    'extract',
  ];
  const { data } = await expectStatus(
    client.post<Agent>('/v1/agents', {
      key: 'acting',
      name: 'Acting',
      instructions: '',
      model_class: 'scripted',
      patches: [...builtIn.map((key) => ({ ref: `${key}@1` })), ...wired],
      ...parts,
    }),
    201,
  );
  return data;
}

async function expectStatus<Answer extends { status: number; body: unknown }>(
  sent: Promise<Answer>,
  status: number,
): Promise<Answer> {
  const answer = await sent;
  if (answer.status !== status) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer;
}
