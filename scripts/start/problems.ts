import { once } from 'node:events';
import net from 'node:net';
import { ConfigError, loadConfig } from '@balcao/kernel/config';
import type { Config } from '@balcao/kernel/config';
import { DatabaseFault } from '@balcao/embedded-postgres';

/** Stops the start with a message for the operator, without a stack. */
class StartProblem extends Error {}

/** Returns the configuration, or lists its faults and exits. */
export function configOrExit(): Config {
  try {
    return loadConfig();
  } catch (error) {
    return exitWith(error);
  }
}

/** Prints the problem and exits with 1. */
export function exitWith(error: unknown): never {
  console.error(`\n${textOf(error)}\n`);
  process.exit(1);
}

function textOf(error: unknown): string {
  if (error instanceof ConfigError) {
    return ['Configuração inválida:', ...error.faults.map((fault) => `  ${fault}`)].join('\n');
  }
  if (error instanceof DatabaseFault || error instanceof StartProblem) return error.message;
  if (!(error instanceof Error)) return String(error);
  const causes = causesOf(error);
  const refused = causes.findLast((cause) => unreachable.has(codeOf(cause)));
  if (refused) {
    return `DATABASE_URL: não foi possível usar o banco de dados (${codeOf(refused)}): ${refused.message || 'sem resposta'}`;
  }
  if (isOlderThanFirstRelease(error)) return olderThanFirstRelease(error.message);
  if ('faults' in error) return error.message;
  return error.stack ?? error.message;
}

const isOlderThanFirstRelease = (error: Error): boolean =>
  'faults' in error &&
  Array.isArray(error.faults) &&
  error.faults.some(
    (fault: unknown) =>
      typeof fault === 'object' && fault !== null && 'code' in fault && fault.code === 'MIGRATION_HISTORY',
  );

const olderThanFirstRelease = (details: string): string =>
  [
    'Este banco de dados foi criado por uma versão do Balcão anterior ao primeiro lançamento e não pode ser atualizado.',
    'Nada foi alterado nele. Comece com um banco vazio: mova a pasta DATA_DIR (./data) para outro lugar, ou indique em DATABASE_URL um banco vazio.',
    '',
    'This database was made by a version of Balcão before the first release and cannot be upgraded.',
    'Nothing was changed in it. Start with an empty database: move the folder DATA_DIR (./data) away, or name an empty database in DATABASE_URL.',
    '',
    details,
  ].join('\n');

/** No route, no server, no such database, wrong password. */
const unreachable = new Set([
  ...['ERR_DATABASE_UNAVAILABLE', 'ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'EHOSTUNREACH'],
  ...['28P01', '28000', '3D000'],
]);

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** Returns the error and its causes, the deepest last. */
function causesOf(error: Error): Error[] {
  return [error, ...(error.cause instanceof Error ? causesOf(error.cause) : [])];
}

/** Checks the port before anything else is started: the most common mistake should cost no waiting. */
export async function checkPort({ host, port }: Pick<Config, 'host' | 'port'>): Promise<void> {
  const server = net.createServer();
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EADDRINUSE') {
      throw new StartProblem(
        `PORT: a porta ${port} já está em uso. Pare o outro programa ou escolha outra: PORT=${port + 1} npm start`,
      );
    }
    if (code === 'EACCES')
      throw new StartProblem(`PORT: sem permissão para usar a porta ${port}. Escolha uma acima de 1023.`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new StartProblem(`HOST: o endereço ${host} não existe nesta máquina.`);
    }
    throw error;
  }
  server.close();
  await once(server, 'close');
}
