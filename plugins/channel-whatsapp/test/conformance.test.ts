import { join } from 'node:path';
import { afterAll } from 'vitest';
import { eventually, channelConformance, type ConformanceConnection, type ReachedMessage } from '@balcao/testing';
import type { Reached } from './network/network.ts';
import { openNetwork } from './whatsapp-fixture.ts';

const { network, close } = await openNetwork();
afterAll(close);

const telephoneOf = ({ connectionId }: ConformanceConnection): string => `55113${10_000_000 + connectionId}`;
const numberOf = ({ connectionId }: ConformanceConnection, customer: number): string =>
  `5521${900_000_000 + connectionId * 10_000 + customer}`;
const codeOf = async ({ company, connectionId }: ConformanceConnection): Promise<string | undefined> =>
  (await company.admin.get<{ qrcode: string }>(`/whatsapp/${connectionId}`)).body.qrcode || undefined;

/** Counts messages that were deciphered and confirmed to the network, and are not stored yet. */
const leftInJournal = async ({ host, connectionId }: ConformanceConnection): Promise<number> => {
  const { rows } = await host.kernel.database.owner.query<{ n: number }>(
    `select count(*)::int as n from channel_whatsapp.key where connection_id = $1 and kind = 'inbound'`,
    [connectionId],
  );
  return rows[0]?.n ?? 0;
};

/** Returns what a phone displays of the received messages: later messages change earlier ones. */
const shown = (all: readonly Reached[], customerOf: (number: string) => number): ReachedMessage[] => {
  const messages: ReachedMessage[] = [];
  for (const { id, to, message } of all) {
    const { protocolMessage, reactionMessage, documentMessage, documentWithCaptionMessage } = message;
    const target = messages.find((one) => one.id === (protocolMessage?.key?.id ?? reactionMessage?.key?.id));
    if (reactionMessage) {
      if (target) target.reaction = reactionMessage.text ?? '';
    } else if (protocolMessage?.editedMessage) {
      const { conversation, extendedTextMessage } = protocolMessage.editedMessage;
      if (target) target.body = conversation || extendedTextMessage?.text || '';
    } else if (protocolMessage) {
      if (target) target.revoked = true;
    } else {
      const document = documentMessage ?? documentWithCaptionMessage?.message?.documentMessage;
      messages.push({
        id,
        to: customerOf(to),
        body: message.conversation || message.extendedTextMessage?.text || document?.caption || '',
        ...(document && { file: document.fileName ?? '' }),
      });
    }
  }
  return messages;
};

await channelConformance({
  root: join(import.meta.dirname, '..'),
  channel: 'whatsapp',
  reportsTime: true,
  deduplicates: true,
  burst: { customers: 10, each: 5 },
  async pair(line) {
    network.scan(await eventually(() => codeOf(line)), telephoneOf(line));
  },
  async drive(line) {
    const telephone = telephoneOf(line);
    const wrote = new Map<string, number>();
    /** Reactions and the like are messages of their own. */
    const customerOf = (number: string): number => wrote.get(number) ?? -1;
    /** The provider is reached over the socket: a message was accepted when the device got its ack. */
    const taken = async (id: string): Promise<number> => {
      const { waiting } = network.account(telephone);
      await eventually(() => !waiting.has(`message/${id}`));
      await eventually(async () => (await leftInJournal(line)) === 0);
      return 200;
    };
    const reached = () =>
      shown(
        network.reached.filter(({ from }) => from === telephone),
        customerOf,
      );
    return {
      async deliver({ id, from, body, sentAt }) {
        const number = numberOf(line, from);
        wrote.set(number, from);
        if (!network.account(telephone).isLinked) return 404;
        await network.write(number, telephone, { conversation: body }, { id, at: sentAt });
        return taken(id);
      },
      reached: async () => reached(),
      async ack({ id, to }, ack) {
        network.sendReceipt(ack === 3 ? 'read' : 'delivered', { id, from: telephone, to: numberOf(line, to) });
      },
      changes: {
        async react(id, from, emoji) {
          const key = {
            remoteJid: network.account(telephone).address,
            id,
            fromMe: !reached().some((one) => one.id === id),
          };
          const reactionMessage = { key, text: emoji, senderTimestampMs: Date.now() };
          return taken(await network.write(numberOf(line, from), telephone, { reactionMessage }));
        },
        async edit(id, from, body) {
          const key = { remoteJid: network.account(telephone).address, id, fromMe: true };
          const protocolMessage = { key, type: 14, editedMessage: { conversation: body }, timestampMs: Date.now() };
          return taken(await network.write(numberOf(line, from), telephone, { protocolMessage }));
        },
        async remove(id, from) {
          const key = { remoteJid: network.account(telephone).address, id, fromMe: true };
          return taken(await network.write(numberOf(line, from), telephone, { protocolMessage: { key, type: 0 } }));
        },
        async reactionTo(id) {
          const last = network.reached.findLast(
            ({ from, message }) => from === telephone && message.reactionMessage?.key?.id === id,
          );
          return last?.message.reactionMessage?.text ?? '';
        },
      },
      fail: {
        async retry({ times }) {
          network.acksToLose = times;
        },
        async refused({ times }) {
          network.refusals = times;
        },
        'invalid-contact': async ({ to }) => {
          network.person(numberOf(line, to)).isAbsent = true;
        },
      },
      link: {
        async cut() {
          network.barred.add(telephone);
          network.cut(telephone);
        },
        async mend() {
          network.barred.delete(telephone);
        },
      },
      secrets: () => [...wrote.keys(), telephone],
    };
  },
});
