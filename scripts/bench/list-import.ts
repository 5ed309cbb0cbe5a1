import { setTimeout as sleep } from 'node:timers/promises';
import type { ListImportProgress } from '../../plugins/contact-lists/contract.ts';
import { writeWorkbook } from '@balcao/sdk/server';
import type { Api } from './api.ts';
import type { RunningNode } from './running-node.ts';
import { mb, type Row } from './table.ts';

const people = Number(process.env['CAMPAIGN_IMPORT'] ?? 100_000);
const goalSeconds = 60;

async function* rows(): AsyncGenerator<string[]> {
  yield ['Nome', 'Telefone', 'E-mail', 'Contrato'];
  for (let index = 1; index <= people; index += 1)
    yield [`Pessoa ${index}`, `(11) 9${String(70_000_000 + index)}`, `pessoa${index}@exemplo.com`, `C-${index}`];
}

const bytesOf = async (stream: AsyncIterable<Uint8Array | string>): Promise<Uint8Array<ArrayBuffer>> => {
  const parts: Uint8Array[] = [];
  for await (const part of stream) parts.push(typeof part === 'string' ? Buffer.from(part) : part);
  return Uint8Array.from(Buffer.concat(parts));
};

/** Measures the import of a workbook into a list, from the upload until everybody is in it. */
export const listImport = async (
  api: Api,
  node: RunningNode,
  rssOf: (node: RunningNode) => Promise<number>,
): Promise<Row> => {
  const file = new Blob([await bytesOf(writeWorkbook('Clientes', rows()))]);
  const { id } = await api.post<{ id: number }>('/contact-lists', { name: 'Planilha' });
  const form = new FormData();
  form.append('file', file, 'clientes.xlsx');
  const began = performance.now();
  const answer = await fetch(`${node.url}/api/contact-lists/${id}/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${node.token}` },
    body: form,
  });
  if (!answer.ok) throw new Error(`the upload answered ${answer.status} ${await answer.text()}`);
  const { id: importId } = (await answer.json()) as { id: number };
  let most = 0;
  for (;;) {
    most = Math.max(most, await rssOf(node));
    const { status, created } = await api.get<ListImportProgress>(`/contact-lists/imports/${importId}`);
    if (status === 'failed') throw new Error('the import failed');
    if (status === 'done') {
      if (created !== people) throw new Error(`${created} of ${people} people were imported`);
      break;
    }
    await sleep(250);
  }
  const seconds = (performance.now() - began) / 1000;
  return {
    what: `contact list: import of ${people.toLocaleString('en')} rows, xlsx of ${mb(file.size)}`,
    figure: `${Math.round(seconds)} s`,
    goal: `< ${goalSeconds} s`,
    met: seconds < goalSeconds,
    memory: mb(most),
  };
};
