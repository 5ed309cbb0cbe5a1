import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '@balcao/embedded-postgres';
import { databasePassword } from '@balcao/kernel/config';
import { sql } from '@balcao/sdk/server';
import { startTestHost } from '@balcao/testing';
import { knowledge as service } from '../../plugins/assistant/contract.ts';
import { quantile } from './figures.ts';
import { ms, type Row } from './table.ts';

const chunks = 1_000;
const repeats = 300;
const goal = 5;

const subjects = [
  ...[
    'aposentadoria',
    'pensão',
    'divórcio',
    'inventário',
    'honorários',
    'recurso',
    'perícia',
    'guarda',
    'INSS',
    'consulta',
  ],
  ...[
    'contrato',
    'aluguel',
    'despejo',
    'herança',
    'testamento',
    'alimentos',
    'rescisão',
    'férias',
    'acidente',
    'rural',
  ],
];
const questions = [
  'Qual o prazo para recorrer da negativa do INSS?',
  'quanto custa a consulta sobre aposentadoria rural',
  'posso parcelar os honorários do inventário em doze vezes?',
  'Meu pai faleceu, tenho direito à pensão?',
  'voces atendem aos sabados',
];

/** Searches the knowledge of a company with a thousand passages, through the service that the assistant calls. */
export const knowledge = async (): Promise<Row[]> => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'balcao-knowledge-'));
  const database = await startEmbeddedPostgres({ dataDir, password: databasePassword, log: console.error });
  const plugins = ['users', 'queues', 'contacts', 'connections', 'tickets', 'chatai', 'assistant'];
  const host = await startTestHost({ databaseUrl: database.url, plugins });
  try {
    const company = await host.company({ name: 'Prado & Menezes' });
    const scope = company.scope('assistant');
    await scope.sql.run(sql`insert into assistant.source (kind, title, state) values ('text', 'Manual', 'ready')`);
    await scope.sql.run(sql`
      insert into assistant.chunk (source_id, part, n, heading, text, tokens)
      select (select id from assistant.source where kind = 'text'), 'text', n, 'Capítulo ' || n || ': ' || (${subjects}::text[])[1 + n % 20],
             (select string_agg(format('O pedido de %s pede o documento %s e segue o prazo de %s dias.',
                       (${subjects}::text[])[1 + (n * k * k) % 20], substr(md5((n * k % 700)::text), 1, 6), 5 + (n * k) % 90), ' ')
                from generate_series(1, 4 + n % 5) k), 400
        from generate_series(1, ${chunks}) n`);
    await host.kernel.database.owner.query('analyze assistant.chunk');
    const times: number[] = [];
    for (let turn = 0; turn < repeats; turn += 1) {
      const began = performance.now();
      await scope.use(service).search(questions[turn % questions.length] ?? '');
      times.push(performance.now() - began);
    }
    const steady = times.slice(50);
    const p50 = quantile(steady, 0.5);
    return [
      {
        what: `knowledge: passages for a question, of ${chunks}`,
        figure: `p50 ${ms(p50)}, p95 ${ms(quantile(steady, 0.95))}`,
        goal: `p50 ≤ ${goal} ms`,
        met: p50 <= goal,
        p50,
        p99: quantile(steady, 0.99),
      },
    ];
  } finally {
    await host.close();
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
};
