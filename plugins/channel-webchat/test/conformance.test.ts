import { channelConformance, type ReachedMessage } from '@balcao/testing';
import { visitorRoom, type ShownSite } from '../contract.ts';
import { Visitor } from './chat-fixture.ts';

await channelConformance({
  root: 'channel-webchat',
  channel: 'webchat',
  deduplicates: true,
  async drive(line) {
    const { host, company, connectionId } = line;
    const site = (await company.admin.get<ShownSite>(`/webchat-sites/${connectionId}`)).body;
    const visitors = new Map<number, Promise<Visitor>>();
    const here = (customer: number): Promise<Visitor> => {
      const known = visitors.get(customer) ?? begin(customer);
      visitors.set(customer, known);
      return known;
    };
    const begin = async (customer: number): Promise<Visitor> => {
      const visitor = new Visitor(host.url, site.address, 'https://loja.example', `10.1.${connectionId}.${customer}`);
      await visitor.begin(`Visitante ${customer}`);
      return visitor;
    };
    const reach = async ([customer, visitor]: [number, Promise<Visitor>]): Promise<ReachedMessage[]> => {
      const { messages = [] } = await (await visitor).history();
      return messages
        .filter(({ from }) => from === 'company')
        .map(({ id, body, media }) => ({ id, to: customer, body, ...(media && { file: media.name }) }));
    };
    return {
      deliver: async ({ from, id, body }) => (await (await here(from)).write(body, id)).status,
      async forge({ from, id, body }) {
        const forger = new Visitor(host.url, site.address, 'https://loja.example');
        forger.token = `${(await here(from)).token}x`;
        return (await forger.write(body, id)).status;
      },
      reached: async () => (await Promise.all([...visitors].map(reach))).flat(),
      async ack({ id, to }, ack) {
        const visitor = await here(to);
        const live = await visitor.listening();
        await live.send(visitorRoom, { visitor: visitor.id }, ack === 2 ? 'received' : 'read', { ids: [id] });
        visitor.leave();
      },
      link: {
        cut: async () => void (await company.admin.delete(`/whatsappsession/${connectionId}`)),
        mend: async () => void (await company.admin.post(`/whatsappsession/${connectionId}`)),
      },
      secrets: () => [site.address],
    };
  },
});
