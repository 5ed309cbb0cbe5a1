import { afterAll } from 'vitest';
import { channelConformance, type CustomerMessage, type ReachedMessage } from '@balcao/testing';
import type { AccountView } from '../contract.ts';
import { formOf, startMeta, verifyToken } from './cloud-fixture.ts';
import type { Line as MetaLine, Taken } from './graph/graph.ts';
import { echoed, edit, reaction, revoke, status, text, written } from './graph/vectors.ts';

const { meta, stop } = await startMeta();
afterAll(stop);

const lines = new Map<number, MetaLine>();
const numberOf = (line: MetaLine, customer: number): string =>
  String(5_500_000_000_000 + (Number(line.phoneNumberId) % 10_000) * 10_000 + customer);
const bodyOf = ({ payload, type }: Taken): string => {
  const part = payload[type] as { body?: string; caption?: string };
  return part.body ?? part.caption ?? '';
};

await channelConformance({
  root: 'channel-whatsapp-cloud',
  channel: 'whatsapp-cloud',
  reportsTime: true,
  async prepare({ host, company, connectionId }) {
    const line = meta.line();
    lines.set(connectionId, line);
    const { body } = await company.admin.put<AccountView>(`/whatsapp-cloud/connections/${connectionId}`, formOf(line));
    await meta.webhooks.verify(line, `${host.url}${body.webhookPath}`, verifyToken);
  },
  async drive({ company, connectionId }) {
    const line = lines.get(connectionId) ?? meta.line();
    const first = Number(numberOf(line, 0));
    const wire = ({ id, from, body, sentAt }: CustomerMessage) =>
      written(line, numberOf(line, from), text(body), { id: `wamid.${id}`, at: sentAt });
    const reacted = new Map<string, string>();
    const refuse = (code: number, httpStatus: number, details?: string) => async (): Promise<void> =>
      meta.refuse({
        code,
        status: httpStatus,
        ...(details && { details }),
        fits: ({ path }) => path === `${line.phoneNumberId}/messages`,
      });
    return {
      deliver: (message) => meta.webhooks.deliver(line, [wire(message)]),
      forge: (message) => meta.webhooks.deliver(line, [wire(message)], { secret: 'a guess' }),
      async reached() {
        return meta.taken
          .filter(({ phoneNumberId }) => phoneNumberId === line.phoneNumberId)
          .map((taken): ReachedMessage => ({
            id: taken.id,
            to: Number(taken.to) - first,
            body: bodyOf(taken),
            ...(taken.file && { file: taken.file.name }),
          }));
      },
      async ack({ id }, ack) {
        await meta.webhooks.statuses(line, [status(id, ack === 2 ? 'delivered' : 'read')]);
      },
      echo: ({ id, to, body }) => meta.webhooks.deliver(line, [echoed(numberOf(line, to), text(body), { id })]),
      changes: {
        react: (id, from, emoji) => {
          reacted.set(id, emoji);
          const known = meta.taken.some((one) => one.id === id) || id.startsWith('wamid.') ? id : `wamid.${id}`;
          return meta.webhooks.deliver(line, [
            // Half of the phones omit the emoji when a reaction is removed.
            written(line, numberOf(line, from), reaction(known, emoji === '' ? undefined : emoji)),
          ]);
        },
        reactionTo: async (id) => meta.state.reactions.get(`wamid.${id}`) ?? '',
        edit: (id, from, body) =>
          meta.webhooks.deliver(line, [
            written(line, numberOf(line, from), edit(`wamid.${id}`, body), { at: new Date(Date.now() + 2000) }),
          ]),
        remove: (id, from) => meta.webhooks.deliver(line, [written(line, numberOf(line, from), revoke(`wamid.${id}`))]),
      },
      fail: {
        retry: refuse(131016, 503),
        refused: refuse(131053, 400),
        window: refuse(131047, 400, 'Message failed to send because more than 24 hours have passed'),
        'invalid-contact': refuse(131026, 400),
      },
      // The token expires, and another one is entered.
      link: {
        async cut() {
          const token = meta.state.tokens.get(line.token);
          if (token) token.isValid = false;
        },
        async mend() {
          const token = meta.state.tokens.get(line.token);
          if (token) token.isValid = true;
          await company.admin.post(`/whatsappsession/${connectionId}`);
        },
      },
      secrets: () => [line.token, line.appSecret, verifyToken, numberOf(line, 0)],
    };
  },
});
