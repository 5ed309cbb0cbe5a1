import { execFileSync } from 'node:child_process';

/** Kills a process and its descendants at once: a hanging process ignores softer signals. */
export const killTree = (pid: number): void => {
  for (const one of [pid, ...descendants(pid)]) {
    try {
      process.kill(one, 'SIGKILL');
    } catch {
      // The process has exited by itself.
    }
  }
};

function descendants(of: number): number[] {
  const children = new Map<number, number[]>();
  for (const line of execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).split('\n')) {
    const [pid, parent] = line.trim().split(/\s+/).map(Number);
    if (pid && parent) children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  const below = (pid: number): number[] => (children.get(pid) ?? []).flatMap((child) => [child, ...below(child)]);
  return below(of);
}
