import { Server } from 'node:net';

/**
 * Loaded before the program of a child process: whatever it listens on becomes a free port of the loopback interface,
 * which is sent to the parent process.
 */
const listen = Server.prototype.listen as (...args: unknown[]) => Server;
Server.prototype.listen = function (this: Server, ...args: unknown[]) {
  this.once('listening', () => process.send?.(this.address()));
  return listen.call(this, { port: 0, host: '127.0.0.1' }, ...args.filter((arg) => typeof arg === 'function'));
} as typeof Server.prototype.listen;
