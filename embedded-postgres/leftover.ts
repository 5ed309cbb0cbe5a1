import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { DatabaseFault, codeOf } from './fault.ts';

/**
 * Cleans up after a killed process or a power loss: a server that still runs is stopped (its data are safe either
 * way), and a process number that now belongs to another program is removed from PostgreSQL's lock file. The rest of
 * that file stays, so that PostgreSQL still finds shared memory that old workers hold. The caller must hold the claim
 * on `cluster`.
 */
export async function clearLeftovers(cluster: string, log: (line: string) => void): Promise<void> {
  await stopLeftover(cluster, log);
  // Without a server these sockets are unused, and the process number in a lock may belong to another program by now.
  for (const name of readdirSync(cluster).filter((one) => one.startsWith('.s.PGSQL.')))
    rmSync(path.join(cluster, name), { force: true });
}

async function stopLeftover(cluster: string, log: (line: string) => void): Promise<void> {
  const file = path.join(cluster, 'postmaster.pid');
  if (!existsSync(file)) return;
  const lines = readFileSync(file, 'utf8').split('\n');
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return;
  if (!isServerOf(pid, cluster)) {
    writeFileSync(file, ['99999999', ...lines.slice(1)].join('\n'));
    return;
  }
  log(`stopping the database that an earlier run left behind (process ${pid})`);
  if ((await stops(pid, 'SIGINT', 20_000)) || (await stops(pid, 'SIGQUIT', 10_000))) return;
  throw new DatabaseFault('ERR_DATABASE_IN_USE', `The database process ${pid} of an earlier run does not stop.`);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** PostgreSQL works in its data folder, and its command line names it too. */
function isServerOf(pid: number, cluster: string): boolean {
  try {
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(cluster);
  } catch {
    return false;
  }
}

async function stops(pid: number, signal: NodeJS.Signals, milliseconds: number): Promise<boolean> {
  const end = Date.now() + milliseconds;
  process.kill(pid, signal);
  while (Date.now() < end) {
    if (!isAlive(pid)) return true;
    await wait(50);
  }
  return !isAlive(pid);
}
