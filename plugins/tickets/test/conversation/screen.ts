import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { sql } from '@balcao/sdk/server';
import type { Person, TestHost } from '@balcao/testing';
import { channelInbox, type InboundMessage, type InboundResult } from '@balcao/connections/contract';
import { launchBrowser } from '../../../../scripts/test/browser.ts';
import { signIn } from '../../../../scripts/test/product/product.ts';
import { Attendance, startAttendance } from '../attendance.ts';
import { visit } from '../visit.ts';

/** A company, its people at their screens, and customers. */
export interface Screen {
  host: TestHost;
  browser: Browser;
  at: Attendance;
  /** Opens a window of a person who has logged in. */
  windowOf(person: Person, options?: BrowserContextOptions): Promise<Page>;
  /** Creates a conversation that this person has accepted. */
  talk(person: Person, name: string, body?: string): Promise<Talk>;
  /** Errors in any window. */
  troubles: string[];
  close(): Promise<void>;
}

/** A conversation, and its customer. */
export interface Talk {
  id: number;
  uuid: string;
  name: string;
  number: string;
  says(body: string, more?: Partial<InboundMessage>): Promise<InboundResult>;
  sends(
    type: 'image' | 'audio' | 'video' | 'document' | 'sticker',
    name: string,
    content: Uint8Array,
    more?: Partial<InboundMessage>,
  ): Promise<InboundResult>;
  reacts(externalId: string, emoji: string): Promise<void>;
  edits(externalId: string, body: string): Promise<void>;
  deletes(externalId: string): Promise<void>;
  acks(externalId: string, ack: 1 | 2 | 3 | 4): Promise<void>;
}

const expected = /status of 4(0[0-9]|29)|ERR_FAILED|ERR_INTERNET_DISCONNECTED/;

export const openScreen = async (further: readonly string[] = []): Promise<Screen> => {
  const host = await startAttendance(undefined, further);
  const at = await Attendance.of(host);
  const browser = await launchBrowser();
  const troubles: string[] = [];
  return {
    host,
    browser,
    at,
    troubles,
    async windowOf({ email, password }, options = {}) {
      const context = await browser.newContext({ locale: 'pt-BR', viewport: { width: 1440, height: 900 }, ...options });
      const page = await context.newPage();
      page.on('pageerror', (error) => troubles.push(`page error: ${error.message}`));
      page.on('console', (message) => {
        if (message.type() === 'error' && !expected.test(message.text())) troubles.push(message.text());
      });
      await signIn(page, host.url, email, password);
      return page;
    },
    async talk(person, name, body = 'Bom dia') {
      const number = at.number();
      const inbox = at.company.scope('tickets').use(channelInbox);
      const first = await at.arrives(number, body, { name });
      const { status } = await person.put(`/tickets/${first.ticketId}`, { status: 'open', userId: person.id });
      if (status !== 200) throw new Error(`accepting answered ${status}`);
      const from = { channel: 'test', scope: '', kind: 'phone', value: number } as const;
      return {
        id: first.ticketId,
        uuid: first.ticketUuid,
        name,
        number,
        says: (said, more) => at.arrives(number, said, { name, ...more }),
        sends: async (type, fileName, content, more) => {
          const { storage } = at.company.scope('tickets');
          const { path, mime, size } = await storage.store({ name: fileName, body: content });
          const media = { type, path, name: fileName, mime, size };
          return at.arrives(number, more?.body ?? '', { name, media, ...more });
        },
        reacts: (externalId, emoji) => inbox.reaction(at.connectionId, externalId, { emoji, from }),
        edits: (externalId, changed) =>
          inbox.edited(at.connectionId, externalId, { body: changed, editedAt: new Date() }),
        acks: (externalId, ack) => inbox.ack(at.connectionId, externalId, ack),
        deletes: (externalId) => inbox.deleted(at.connectionId, externalId),
      };
    },
    async close() {
      await browser.close();
      await host.close();
    },
  };
};

export const open = async (page: Page, talk: Talk): Promise<void> => {
  await visit(page, `/tickets/${talk.uuid}`);
  await threadOf(page, talk).getByRole('log').waitFor();
};
export const threadOf = (page: Page, { name }: Pick<Talk, 'name'>) =>
  page.getByRole('region', { name: `Conversa com ${name}` });
/** Finds a message by its label: `Josefa, Bom dia, 14:02`. */
export const bubbleOf = (page: Page, text: string | RegExp) =>
  page.getByRole('log').getByRole('listitem', { name: text }).last();

/** Adds many earlier messages to a conversation at once, oldest first: `Mensagem 1` to `Mensagem {count}`. */
export const past = async (screen: Screen, talk: Talk, count: number, minutesApart = 1): Promise<void> => {
  await screen.at.company.scope('tickets').sql.run(
    sql`insert into tickets.message (ticket_id, whatsapp_id, external_id, body, from_me, ack, sent_at)
        select ${talk.id}, ${screen.at.connectionId}, ${`past-${talk.id}-`} || n,
               'Mensagem ' || n || case when n % 7 = 0 then repeat(' e mais algumas palavras de sempre', n % 5 + 1) else '' end,
               n % 3 = 0, case when n % 3 = 0 then 3 else 0 end,
               now() - interval '1 day' - make_interval(secs => (${count} - n) * 60 * ${minutesApart}::float8)
          from generate_series(1, ${count}) n`,
  );
};
