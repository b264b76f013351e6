import type { IncomingMessage, ServerResponse } from 'node:http';
import { execa } from 'execa';
import { converse, publishScripted, startThread } from '#clients/raw/conversation.ts';
import { serveOnLoopback } from '#tools/dev/stand-ins/loopback.ts';
import { actingPatch, type Host, publishActing, startHost } from '../acting.ts';
import { publishPolicy } from '../policies.ts';
import { startProxy } from '../proxy.ts';
import type { TestService } from '../service.ts';
import { createEndpoint, startReceiver } from '../webhook-receiver.ts';

/** The report of a program that exercises an official client: the same for each language. */
export interface ClientReport {
  proposed: boolean;
  payment: Record<string, unknown>;
  /** Only of a client that has classes for what it receives. */
  newerService?: Record<string, unknown>;
  pages: Record<string, unknown>;
  events: { text: string; said: string; seen: string[]; logged: string[] };
  followed: object;
  lostAnswer: { attempts: number; keys: number; threads: string[]; id: string };
  errors: {
    codes: Record<string, string>;
    fields: string[];
    nobody: boolean;
    late: boolean;
    aborted: boolean;
  };
  patience: { attempts: number };
  webhook: Record<string, string>;
  sessionToken: object;
  /** Results of the Python client, which has no unit tests. */
  newerWebhook?: Record<string, unknown>;
  sentBodies?: { bodies: string[]; messages: string[] };
  refusedOptions?: string[];
  connectionError?: { messages: string[]; calls: number };
  eventLines?: boolean[];
  observed?: object;
  audio?: object;
}

/** Where an official client is exercised: a workspace with agents, a host, a delivery, and a connection that can be cut. */
export interface ClientWorld {
  host: Host;
  /** Runs a program that takes the world from `EXERCISE` and prints a report. @throws with what it printed if it fails */
  exercise(command: string, args: string[], cwd: string): Promise<ClientReport>;
  deliveredId: string;
}

export async function startClientWorld(
  service: TestService,
  ends: AsyncDisposableStack,
): Promise<ClientWorld> {
  const host = ends.adopt(await startHost(), async (started) => await started.stop());
  const { apiKey, client } = await service.workspace({ subject: 'ada' });
  const agent = await publishScripted(client);
  await publishPolicy(client, { rules: [{ name: 'all', then: 'hold', require_digest: true }] });
  const paying = await publishActing(client, host, [
    actingPatch('pay', {
      wired: { gate: { type: 'policy', policy: 'payments' } },
      request: { method: 'POST', path: '/pay', body: { amount: '{{amount}}' } },
    }),
  ]);
  const receiver = ends.adopt(await startReceiver(), async (started) => await started.stop());
  const { secret } = await createEndpoint(client, receiver.url);
  await converse(client, await startThread(client, agent.id), 'Hello');
  const [delivery] = await receiver.received('run.completed');
  if (delivery === undefined) throw new Error('nothing was delivered');
  const { hostname, port } = new URL(service.baseUrl);
  const proxy = ends.adopt(
    await startProxy({ host: hostname, port: Number(port) }),
    async (started) => await started.cut(),
  );
  const control = async (_: IncomingMessage, response: ServerResponse): Promise<void> => {
    await proxy.cut();
    await proxy.restore();
    response.writeHead(204).end();
  };
  const controlled = ends.adopt(await serveOnLoopback(control), async (started) => await started.stop());
  const world = {
    baseUrl: service.baseUrl,
    proxiedUrl: `http://127.0.0.1:${proxy.port}`,
    controlUrl: controlled.url,
    apiKey,
    agentId: agent.id,
    payingAgentId: paying.id,
    delivery: {
      body: delivery.body,
      headers: Object.fromEntries(
        Object.entries(delivery.headers).filter(([name]) => name.startsWith('webhook-')),
      ),
    },
    secret,
  };
  return {
    host,
    deliveredId: delivery.event.id,
    exercise: async (command, args, cwd) => {
      const { stdout } = await execa(command, args, {
        cwd,
        env: {
          PATH: process.env['PATH'],
          HOME: process.env['HOME'],
          EXERCISE: JSON.stringify(world),
        },
        extendEnv: false,
      });
      return JSON.parse(stdout) as ClientReport;
    },
  };
}
