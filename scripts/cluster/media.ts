import { randomUUID } from 'node:crypto';
import type { BusyCompany } from './company.ts';
import type { ClusterNode } from './nodes.ts';

/**
 * Reads a file that was sent through one node on every node, whole and in ranges, and without a session. Returns the
 * faults.
 */
export const mediaFaults = async (company: BusyCompany, nodes: readonly ClusterNode[]): Promise<string[]> => {
  const { person } = company.office;
  const [number = ''] = company.office.numbers(1);
  const { ticketId } = await company.office.insist(number, `${number}-com-anexo-${randomUUID()}`);
  await company.office.accept(ticketId);
  const text = 'conteúdo do anexo, '.repeat(5_000);
  const form = new FormData();
  form.set('body', 'segue o anexo');
  form.append('medias', new Blob([text], { type: 'text/plain' }), 'anexo.txt');
  const sent = await person.call<{ error?: string }>('POST', `/messages/${ticketId}`, form);
  if (sent.status !== 200) return [`sending a file answered ${sent.status} ${JSON.stringify(sent.body)}`];
  const { messages } = (await person.get<{ messages: { mediaUrl: string | null }[] }>(`/messages/${ticketId}`)).body;
  const address = messages.find(({ mediaUrl }) => mediaUrl)?.mediaUrl;
  if (!address) return ['the message has no file'];
  const { pathname } = new URL(address, nodes[0]?.url);
  const bytes = Buffer.from(text);
  const faults: string[] = [];
  for (const { name, url } of nodes) {
    const read = async (range: string | undefined, token: string) => {
      const answer = await fetch(`${url}${pathname}?t=${token}`, { headers: range ? { range } : {} });
      return { status: answer.status, body: Buffer.from(await answer.arrayBuffer()) };
    };
    const whole = await read(undefined, person.mediaToken);
    if (whole.status !== 200 || !whole.body.equals(bytes)) faults.push(`${name} reads the file with ${whole.status}`);
    const some = await read('bytes=70000-70999', person.mediaToken);
    if (some.status !== 206 || !some.body.equals(bytes.subarray(70_000, 71_000)))
      faults.push(`${name} reads a part of the file with ${some.status}, ${some.body.length} bytes`);
    const foreign = await read(undefined, 'nobody');
    if (foreign.status !== 404) faults.push(`${name} shows the file to nobody with ${foreign.status}`);
  }
  return faults;
};
