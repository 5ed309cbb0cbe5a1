import { channelConformance, type ConformanceConnection, type ReachedMessage } from '@balcao/sdk/testing';
import type { PhoneMessage } from '../contract.ts';

const numberOf = ({ connectionId }: ConformanceConnection, customer: number): string =>
  String(5_500_000_000_000 + connectionId * 10_000 + customer);

await channelConformance({
  root: 'channel-sandbox',
  channel: 'sandbox',
  deduplicates: true,
  async pair({ company, connectionId }) {
    await company.admin.post(`/sandbox/${connectionId}/pair`);
  },
  async drive(line) {
    const { admin } = line.company;
    const door = `/sandbox/${line.connectionId}`;
    const wrote = new Set<number>();
    const reach = async (customer: number): Promise<ReachedMessage[]> => {
      const { body } = await admin.get<PhoneMessage[]>(`${door}/messages?with=${numberOf(line, customer)}`);
      return body
        .filter(({ fromPhone }) => !fromPhone)
        .map((message) => ({
          id: message.id,
          to: customer,
          body: message.body,
          ...(message.media && { file: message.media.name }),
          ...(message.medias && { files: message.medias.map(({ name }) => name) }),
          ...(message.data && { data: message.data }),
          revoked: message.isDeleted,
          ...(message.menu && { options: message.menu.options }),
        }));
    };
    return {
      async deliver({ id, from, body }) {
        wrote.add(from);
        const { status } = await admin.post(`${door}/messages`, { id, from: numberOf(line, from), body });
        return status;
      },
      reached: async () => (await Promise.all([...wrote].map(reach))).flat(),
      async ack({ id }, ack) {
        await admin.post(`${door}/acks`, { id, ack });
      },
      async choose({ to, options = [] }, optionId) {
        const body = options.find(({ id }) => id === optionId)?.title ?? '';
        const { status } = await admin.post(`${door}/messages`, { from: numberOf(line, to), body, choice: optionId });
        return status;
      },
      changes: {
        async react(id, from, emoji) {
          return (await admin.post(`${door}/reactions`, { from: numberOf(line, from), id, emoji })).status;
        },
        async edit(id, from, body) {
          return (await admin.put(`${door}/messages/${id}`, { from: numberOf(line, from), body })).status;
        },
        async remove(id, from) {
          return (await admin.delete(`${door}/messages/${id}?from=${numberOf(line, from)}`)).status;
        },
        async reactionTo(id, from) {
          const { body } = await admin.get<PhoneMessage[]>(`${door}/messages?with=${numberOf(line, from)}`);
          return body.find((message) => message.id === id)?.reactions.find(({ byPhone }) => !byPhone)?.emoji ?? '';
        },
      },
      fail: {
        'invalid-contact': async ({ to }) => {
          await admin.put(`${door}/numbers/${numberOf(line, to)}`, { invalid: true });
        },
      },
      link: {
        cut: async () => void (await admin.put(`${door}/link`, { cut: true })),
        mend: async () => void (await admin.put(`${door}/link`, { cut: false })),
      },
      secrets: () => [...wrote].map((customer) => numberOf(line, customer)),
    };
  },
});
