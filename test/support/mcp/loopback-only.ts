import { Server } from 'node:net';

/**
 * Loaded before the program of a child process: whatever it listens on becomes a free port of the loopback interface,
 * which is sent to the parent process.
 */
const { prototype } = Server;
const listen = Reflect.get(prototype, 'listen') as (...args: unknown[]) => Server;
Reflect.set(prototype, 'listen', function (this: Server, ...args: unknown[]) {
  this.once('listening', () => process.send?.(this.address()));
  const listeners = args.filter((arg) => typeof arg === 'function');
  return Reflect.apply(listen, this, [{ port: 0, host: '127.0.0.1' }, ...listeners]);
});
