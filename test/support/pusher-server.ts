import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { WebSocketServer, type WebSocket } from 'ws';

/** An event as the provider was given it. */
export interface Triggered {
  name: string;
  channel: string;
  data: string;
}

/**
 * A server on loopback that speaks the Pusher protocol: the HTTP API that publishes and the websocket that browsers
 * listen on. It checks the signatures of both, and the provider's limits.
 */
export interface PusherServer {
  app: { appId: string; key: string; secret: string };
  port: number;
  /** The published events, in order. */
  triggered: Triggered[];
  /** How many events each call had. */
  batches: number[];
  /** The refused requests, with reasons. */
  refused: string[];
  /** How it answers the HTTP API from now on: 'ok', a status, not at all, or by breaking the connection. */
  behave: 'ok' | 'silent' | 'reset' | number;
  stop(): Promise<void>;
}

export async function startPusherServer(): Promise<PusherServer> {
  const app = { appId: '4711', key: 'public-key', secret: 'very-secret' };
  const sockets = new Map<WebSocket, { id: string; channels: Set<string> }>();
  const pusher: PusherServer = {
    app,
    port: 0,
    triggered: [],
    batches: [],
    refused: [],
    behave: 'ok',
    stop: async () => {
      for (const socket of sockets.keys()) socket.terminate();
      http.closeAllConnections();
      http.close();
      await once(http, 'close');
    },
  };
  const sign = (value: string) => createHmac('sha256', app.secret).update(value).digest('hex');

  const publish = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request);
    if (pusher.behave === 'silent') return;
    if (pusher.behave === 'reset') return void request.socket.destroy();
    const refuse = (status: number, why: string) => {
      pusher.refused.push(why);
      response.writeHead(status).end(why);
    };
    if (typeof pusher.behave === 'number') return void response.writeHead(pusher.behave).end('as told');
    const url = new URL(request.url ?? '', 'http://provider');
    if (url.pathname !== `/apps/${app.appId}/batch_events`) return refuse(404, 'path');
    const { auth_signature, ...signed } = Object.fromEntries(url.searchParams);
    const query = Object.keys(signed)
      .toSorted()
      .map((name) => `${name}=${signed[name]}`)
      .join('&');
    if (auth_signature !== sign(['POST', url.pathname, query].join('\n'))) return refuse(401, 'signature');
    if (signed['body_md5'] !== createHash('md5').update(body).digest('hex')) return refuse(401, 'body');
    if (Math.abs(Date.now() / 1000 - Number(signed['auth_timestamp'])) > 600) return refuse(401, 'time');
    const { batch } = JSON.parse(body) as { batch: Triggered[] };
    if (batch.length > 10) return refuse(400, 'batch');
    if (batch.some(({ data }) => Buffer.byteLength(data) > 10_240)) return refuse(413, 'size');
    pusher.batches.push(batch.length);
    for (const triggered of batch) {
      pusher.triggered.push(triggered);
      const { name, channel, data } = triggered;
      for (const [socket, { channels }] of sockets) {
        if (channels.has(channel)) socket.send(JSON.stringify({ event: name, channel, data }));
      }
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  };

  const http = createServer((request, response) => void publish(request, response));
  const websockets = new WebSocketServer({ server: http });
  websockets.on('connection', (socket, request) => {
    if (!request.url?.startsWith(`/app/${app.key}?`)) return socket.close(4001);
    const id = `${process.pid}.${sockets.size + 1}`;
    const channels = new Set<string>();
    sockets.set(socket, { id, channels });
    const send = (event: string, data: unknown, channel?: string) =>
      socket.send(JSON.stringify({ event, data: JSON.stringify(data), channel }));
    send('pusher:connection_established', { socket_id: id, activity_timeout: 120 });
    socket.on('message', (bytes: Buffer) => {
      const { event, data } = JSON.parse(bytes.toString()) as { event: string; data: Record<string, string> };
      if (event === 'pusher:ping') send('pusher:pong', {});
      if (event !== 'pusher:subscribe') return;
      const { channel = '', auth } = data;
      if (auth !== `${app.key}:${sign(`${id}:${channel}`)}`) {
        pusher.refused.push(`subscription to ${channel}`);
        return send('pusher:subscription_error', { type: 'AuthError', status: 401 }, channel);
      }
      channels.add(channel);
      send('pusher_internal:subscription_succeeded', {}, channel);
    });
    socket.on('close', () => sockets.delete(socket));
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  pusher.port = (http.address() as AddressInfo).port;
  return pusher;
}
