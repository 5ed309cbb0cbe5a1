import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort, programAt, startProgram, type Program } from './programs.ts';

export interface Proxy extends Program {
  url: string;
}

export const proxyProgram = (): string | undefined => programAt('caddy');

const example = path.resolve(import.meta.dirname, '../../docker/Caddyfile');

/** Starts Caddy in front of nodes on these ports, with the example file for production. */
export const startProxy = async (ports: readonly number[]): Promise<Proxy> => {
  const command = proxyProgram();
  if (command === undefined) throw new Error('caddy is not installed');
  const [port, ownHealth] = [await freePort(), await freePort()];
  const folder = await mkdtemp(path.join(tmpdir(), 'balcao-proxy-'));
  const file = path.join(folder, 'Caddyfile');
  const text = (await readFile(example, 'utf8'))
    .replace('node-1:8080 node-2:8080', ports.map((one) => `127.0.0.1:${one}`).join(' '))
    .replace(':2020 {', `http://127.0.0.1:${ownHealth} {`);
  if (!text.includes(`127.0.0.1:${ports[0]}`)) throw new Error(`${example} names its nodes in another way now`);
  await writeFile(file, text);
  const url = `http://127.0.0.1:${port}`;
  const program = await startProgram({
    command,
    args: ['run', '--adapter', 'caddyfile', '--config', file],
    port,
    env: { SITE_ADDRESS: url, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  });
  return {
    ...program,
    url,
    async stop() {
      await program.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
