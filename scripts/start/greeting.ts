import path from 'node:path';
import { demoPassword } from '@balcao/kernel/config';
import type { Config } from '@balcao/kernel/config';

/** The account offered on the login page. */
export const demoLogin = { email: 'admin@balcao.local', password: demoPassword };

const demoLogins = [
  ['super@balcao.local', 'plataforma (super)'],
  ['admin@balcao.local', 'administrador'],
  ['gestor@balcao.local', 'gestor'],
  ['ana@balcao.local', 'atendente'],
  ['admin@outra.local', 'administrador de outra empresa'],
] as const;

interface Greeting {
  config: Config;
  /** Address on which the server listens. */
  url: string;
  /** Folder of the embedded database; absent with DATABASE_URL. */
  database?: string;
  milliseconds: number;
}

/** Returns the message that the operator sees when the product is up. */
export function greeting({ config, url, database, milliseconds }: Greeting): string {
  const seconds = (milliseconds / 1000).toLocaleString('pt-BR', { maximumFractionDigits: 1, minimumFractionDigits: 1 });
  const inside = database && !path.relative(config.dataDir, database).startsWith('..');
  const rows: [string, string][] = [['Endereço', url]];
  if (config.publicUrl !== url) rows.push(['Público', config.publicUrl]);
  rows.push(['Dados', config.dataDir]);
  rows.push([
    'Banco',
    database ? `PostgreSQL embutido${inside ? '' : ` em ${database}`}` : 'PostgreSQL de DATABASE_URL',
  ]);
  if (database && !inside) {
    rows.push(['', 'a pasta dos dados é fechada ao usuário do banco: inclua os dois lugares na cópia de segurança']);
  }
  if (!config.production) {
    demoLogins.forEach(([login, who], index) =>
      rows.push([index === 0 ? 'Entrar com' : '', `${login.padEnd(22)}${who}`]),
    );
    rows.push(['', `senha de todos: ${demoPassword}`]);
  }
  rows.push(['Parar', 'Ctrl+C']);
  return [
    '',
    `Balcão no ar em ${seconds} s`,
    '',
    ...rows.map(([name, value]) => `  ${name.padEnd(12)}${value}`),
    '',
  ].join('\n');
}
