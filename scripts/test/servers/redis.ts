import { freePort, programAt, startProgram, type Program } from './programs.ts';

export interface Redis extends Program {
  url: string;
}

export const redisProgram = (): string | undefined => programAt('redis-server');

/** Starts Redis on a free port, without persistence: live messages need none. */
export const startRedis = async (): Promise<Redis> => {
  const command = redisProgram();
  if (command === undefined) throw new Error('redis-server is not installed');
  const port = await freePort();
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  return { ...(await startProgram({ command, args, port })), url: `redis://127.0.0.1:${port}` };
};
