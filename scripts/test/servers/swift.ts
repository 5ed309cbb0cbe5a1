import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort, programAt, startProgram, type Program } from './programs.ts';

const run = promisify(execFile);

/** The services of Swift; requests go to the first, which calls the others. */
const parts = ['proxy', 'account', 'container', 'object'] as const;
type Part = (typeof parts)[number];

export interface Swift extends Program {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
}

const account = { accessKeyId: 'balcao:media', secretAccessKey: 'segredo', region: 'us-east-1' };

const common = (folder: string, port: number): string => `
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${userInfo().username}
swift_dir = ${folder}
devices = ${folder}/devices
mount_check = false
log_level = CRITICAL
`;

// Swift adds the missing filters by itself. It requires a cache to be configured, and works without one that answers.
const proxy = `
[pipeline:main]
pipeline = catch_errors cache s3api tempauth slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:s3api]
use = egg:swift#s3api
location = ${account.region}
[filter:tempauth]
use = egg:swift#tempauth
user_${account.accessKeyId.replace(':', '_')} = ${account.secretAccessKey} .admin
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:9
${['catch_errors', 'slo', 'dlo'].map((name) => `[filter:${name}]\nuse = egg:swift#${name}\n`).join('')}`;

const store = (part: Part): string => `
[pipeline:main]
pipeline = ${part}-server
[app:${part}-server]
use = egg:swift#${part}
`;

export const swiftProgram = (): string | undefined =>
  parts.every((part) => programAt(`swift-${part}-server`)) ? programAt('swift-proxy-server') : undefined;

const found = (name: string): string => {
  const program = programAt(name);
  if (program === undefined) throw new Error(`${name} is not installed`);
  return program;
};

/** Starts OpenStack Swift with its S3 interface, on this machine only and with one replica. */
export const startSwift = async (): Promise<Swift> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'balcao-swift-'));
  await mkdir(path.join(folder, 'devices/d1'), { recursive: true });
  const ports = new Map<Part, number>();
  for (const part of parts) ports.set(part, await freePort());
  const portOf = (part: Part): number => ports.get(part) ?? 0;
  /** Writes the ring that locates data of this kind on this machine. */
  const ring = async (part: Part): Promise<void> => {
    const file = path.join(folder, `${part}.builder`);
    const build = (...args: string[]) => run(found('swift-ring-builder'), [file, ...args]);
    await build('create', '1', '1', '1');
    await build('add', `r1z1-127.0.0.1:${portOf(part)}/d1`, '1');
    await build('rebalance');
  };
  const begin = async (part: Part): Promise<Program> => {
    const file = path.join(folder, `${part}-server.conf`);
    await writeFile(file, `${common(folder, portOf(part))}${part === 'proxy' ? proxy : store(part)}`);
    return startProgram({ command: found(`swift-${part}-server`), args: [file], port: portOf(part) });
  };
  await Promise.all(parts.filter((part) => part !== 'proxy').map(ring));
  const running = await Promise.all(parts.map(begin));
  return {
    ...account,
    port: portOf('proxy'),
    async restart() {
      await Promise.all(running.map((program) => program.restart()));
    },
    async stop() {
      await Promise.all(running.map((program) => program.stop()));
      await rm(folder, { recursive: true, force: true });
    },
  };
};
