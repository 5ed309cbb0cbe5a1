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
