import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(import.meta.resolve('@modelcontextprotocol/server-everything/dist/index.js'));
const loopbackOnly = fileURLToPath(new URL('./loopback-only.ts', import.meta.url));

/** Starts the stock server of the MCP project, as a customer's server on a free port of the loopback interface. */
export async function startEverythingServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const child = fork(program, ['streamableHttp'], { execArgv: ['--import', loopbackOnly], stdio: 'ignore' });
  const exited = once(child, 'exit');
  const [address] = (await Promise.race([
    once(child, 'message'),
    exited.then(() => {
      throw new Error('the server has ended');
    }),
  ])) as [AddressInfo];
  return {
    url: `http://127.0.0.1:${address.port}/mcp`,
    stop: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}
