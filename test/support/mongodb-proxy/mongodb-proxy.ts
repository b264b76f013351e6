import type { Socket } from 'node:net';
import type { Document } from 'mongodb';
import { type Proxy, startProxy } from '../proxy.ts';
import { readCommand } from './command.ts';
import { type Fault, Faults, type InjectedFault } from './faults.ts';
import { serverError } from './server-error.ts';
import { messagesOf, type WireMessage } from './wire-messages.ts';

/** A proxy in front of a MongoDB that can be cut, and can have single commands fail. */
export interface MongodbProxy extends Proxy {
  inject(fault: Fault): InjectedFault;
}

const greetings = new Set(['hello', 'ismaster', 'isMaster']);

/**
 * Starts a proxy in front of a member of a replica set. Clients take it for the only member: what the server says of
 * itself is put so that they stay with the proxy.
 */
export async function startMongodbProxy(target: { host: string; port: number }): Promise<MongodbProxy> {
  const faults = new Faults();
  const proxy = await startProxy(target, (incoming, outgoing) => {
    relay(incoming, outgoing, { faults, address: `127.0.0.1:${proxy.port}` }).catch((error: unknown) => {
      // A torn connection is what the proxy is for; anything else is a fault of its own.
      if (!incoming.destroyed && !outgoing.destroyed) process.emitWarning(error as Error);
      incoming.destroy();
    });
  });
  return { ...proxy, inject: (fault) => faults.inject(fault) };
}

interface Relay {
  faults: Faults;
  /** Address of the proxy, as the only member of the replica set. */
  address: string;
}

/** Passes commands on one by one: on a connection the driver waits for a reply before it sends the next command. */
async function relay(incoming: Socket, outgoing: Socket, { faults, address }: Relay): Promise<void> {
  const replies = messagesOf(outgoing);
  for await (const request of messagesOf(incoming)) {
    const command = readCommand(request.document);
    const struck = faults.strike(command) ?? { applied: true };
    if ('lost' in struck && struck.lost === 'command') break;
    const reachesServer = 'lost' in struck || struck.applied;
    if (reachesServer) outgoing.write(request.bytes);
    if (request.moreToCome) continue;
    for (let more = reachesServer; more;) {
      const { value: reply } = await replies.next();
      if (reply === undefined) return;
      more = reply.moreToCome;
      if ('lost' in struck) return void incoming.destroy();
      if ('error' in struck) continue;
      incoming.write(greetings.has(command.name) ? asOnly(reply, address) : reply.bytes);
    }
    if ('error' in struck) incoming.write(request.reply(serverError(struck.error, command)).bytes);
  }
  incoming.destroy();
}

/** A greeting as that of a replica set whose only member is the proxy. */
function asOnly(reply: WireMessage, address: string): Buffer {
  const { document } = reply;
  if (document['setName'] === undefined) return reply.bytes;
  const member: Document = { ...document, hosts: [address], primary: address, me: address };
  return reply.with(member).bytes;
}
