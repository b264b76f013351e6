import { spawn } from 'node:child_process';

const script = `
read -r _
kill -TERM "-$1" 2>/dev/null || exit 0
left=10
while kill -0 "-$1" 2>/dev/null; do
  [ "$left" -gt 0 ] || { kill -KILL "-$1"; exit 0; }
  left=$((left - 1))
  sleep 1
done
`;

/**
 * Makes sure that a process group ends when this process does, even by kill -9: a small shell waits until the pipe from
 * here closes. Returns a function to call once the group has ended by itself.
 */
export function guardProcessGroup(pid: number): () => void {
  const guard = spawn('/bin/sh', ['-c', script, 'guard', String(pid)], {
    // A session of its own, so that Ctrl-C does not end the guard before its group.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.on('error', () => undefined);
  guard.stdin.on('error', () => undefined);
  guard.unref();
  return () => guard.kill('SIGKILL');
}
