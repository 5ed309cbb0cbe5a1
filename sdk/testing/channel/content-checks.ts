import type { ChannelCheck } from './check.ts';
import { ChannelCompany } from './channel-company.ts';
import { poll } from '../eventually.ts';

const names = ['um.pdf', 'dois.pdf', 'tres.pdf'];

const papers = (body: string): FormData => {
  const form = new FormData();
  form.set('body', body);
  form.set('together', 'true');
  const pdf = new Blob(['%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'], {
    type: 'application/pdf',
  });
  for (const name of names) form.append('medias', pdf, name);
  return form;
};

export const severalFiles: ChannelCheck = {
  title: 'sends several files in order, in one message if its capabilities say so, else one after the other',
  async run(stage) {
    const shop = await ChannelCompany.open(stage);
    const { media, filesPerMessage = 1 } = (await shop.capabilities()) as { media?: object; filesPerMessage?: number };
    if (!media || !('document' in media)) return [];
    const ticketId = await shop.conversation(0);
    const { status } = await shop.admin.call('POST', `/messages/${ticketId}`, papers(shop.text('anexos')));
    if (status !== 200) return [`several files were answered ${status}`];
    const withFiles = async () =>
      (await shop.driver.reached()).flatMap(({ to, file, files = file === undefined ? [] : [file] }) =>
        to === 0 && files.length > 0 ? [files] : [],
      );
    await poll(async () => (await withFiles()).flat().length >= names.length);
    const reached = await withFiles();
    const breaches: string[] = [];
    if (reached.flat().join() !== names.join())
      breaches.push(`the customer got ${reached.flat().join(', ') || 'no file'} for ${names.join(', ')}`);
    const wanted = Math.ceil(names.length / filesPerMessage);
    if (reached.length !== wanted)
      breaches.push(`${names.length} files came as ${reached.length} messages, ${wanted} were wanted`);
    return breaches;
  },
};

interface Tickets {
  send(ticketId: number, message: object): Promise<{ id: number }>;
}

export const data: ChannelCheck = {
  title: 'sends locations and contact cards as such if its capabilities say so, else as text',
  async run(stage) {
    const shop = await ChannelCompany.open(stage);
    const { data: kinds = [] } = (await shop.capabilities()) as { data?: readonly string[] };
    const ticketId = await shop.conversation(0);
    const name = shop.text('Fórum');
    const sent = [
      { kind: 'location', latitude: -23.55, longitude: -46.63, name },
      { kind: 'contacts', contacts: [{ name, numbers: ['5511911112222'] }] },
    ];
    const tickets = shop.company.scope('tickets').use<Tickets>({ kind: 'service', id: 'tickets.tickets' });
    const breaches: string[] = [];
    for (const one of sent) {
      const before = (await shop.driver.reached()).length;
      const { id } = await tickets.send(ticketId, { body: '', data: one });
      await shop.settled(ticketId, id);
      const isThere = await poll(async () =>
        (await shop.driver.reached())
          .slice(before)
          .some((message) =>
            kinds.includes(one.kind) ? message.data?.kind === one.kind : message.body.includes(name),
          ),
      );
      if (!isThere)
        breaches.push(
          `data of the kind ${one.kind} did not reach the customer ${kinds.includes(one.kind) ? 'as such' : 'in words'}`,
        );
    }
    return breaches;
  },
};

interface TextLimit {
  max: number;
  unit: 'characters' | 'bytes';
}
const sizeOf = (text: string, { unit }: TextLimit): number =>
  unit === 'bytes' ? Buffer.byteLength(text) : text.length;
/** The product’s own limit of a message. */
const longestMessage = 65_536;

export const longTexts: ChannelCheck = {
  title: 'sends a text over the limit of its capabilities as several messages within it, in order',
  async run(stage) {
    const shop = await ChannelCompany.open(stage);
    const { text: limit } = (await shop.capabilities()) as { text?: TextLimit };
    if (!limit || limit.max * 3 > longestMessage) return [];
    const words: string[] = [shop.text('texto longo')];
    while (sizeOf(words.join(' '), limit) < limit.max * 2.2) words.push(`não-${words.length}`);
    const body = words.join(' ');
    const ticketId = await shop.conversation(0);
    const { id } = await shop.write(ticketId, body);
    await shop.settled(ticketId, id);
    const parts = async () => (await shop.driver.reached()).filter(({ to }) => to === 0).map((message) => message.body);
    const squeezed = (text: string): string => text.replaceAll(/\s/g, '');
    const isWhole = await poll(async () => squeezed((await parts()).join('')) === squeezed(body));
    const breaches: string[] = [];
    if (!isWhole)
      breaches.push(`the customer got ${(await parts()).join(' | ').slice(0, 200) || 'nothing'} of a long text`);
    const tooLong = (await parts()).filter((part) => sizeOf(part, limit) > limit.max);
    if (tooLong.length > 0) breaches.push(`${tooLong.length} messages are over ${limit.max} ${limit.unit}`);
    return breaches;
  },
};
