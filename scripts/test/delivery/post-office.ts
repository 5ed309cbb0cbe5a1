import type { Person } from '@balcao/testing';
import type { MessageView } from '@balcao/tickets/contract';

const must = async <T>(answer: Promise<{ status: number; body: unknown }>): Promise<T> => {
  const { status, body } = await answer;
  if (status !== 200) throw new Error(`it answered ${status} ${JSON.stringify(body)}`);
  return body as T;
};

let counter = 0;

/** One connection of the postbox, as its people work with it: all over HTTP. */
export class PostOffice {
  readonly connectionId: number;
  readonly #admin: Person;

  private constructor(admin: Person, connectionId: number) {
    this.#admin = admin;
    this.connectionId = connectionId;
  }

  /** A connection of this channel that is up. */
  static async open(admin: Person, channel: string): Promise<PostOffice> {
    counter += 1;
    const color = `#${String(300_000 + counter)}`;
    const queue = await must<{ id: number }>(admin.post('/queue', { name: `Fila ${counter}`, color }));
    const line = await must<{ id: number }>(
      admin.post('/whatsapp', { name: `Linha ${counter}`, channel, queueIds: [queue.id], keyWordQueueId: queue.id }),
    );
    await must(admin.post(`/whatsappsession/${line.id}`));
    return new PostOffice(admin, line.id);
  }

  /** The same people at another node. */
  at(admin: Person): PostOffice {
    return new PostOffice(admin, this.connectionId);
  }

  /** Conversations of as many customers that somebody has: tickets. */
  async conversations(count: number): Promise<number[]> {
    const opened: number[] = [];
    for (let index = 0; index < count; index += 1) {
      counter += 1;
      const number = String(5_511_970_000_000 + counter);
      const contact = await must<{ id: number }>(this.#admin.post('/contacts', { name: `Cliente ${counter}`, number }));
      const wanted = { contactId: contact.id, whatsappId: this.connectionId, status: 'open' };
      opened.push((await must<{ id: number }>(this.#admin.post('/tickets', wanted))).id);
    }
    return opened;
  }

  write(ticketId: number, body: string): Promise<MessageView> {
    return must(this.#admin.post(`/messages/${ticketId}`, { body }));
  }

  /** Files that go together, as a browser sends them; a repeat of the same `clientId` is the same. */
  writeFiles(ticketId: number, body: string, names: readonly string[], clientId: string): Promise<MessageView[]> {
    const form = new FormData();
    form.set('body', body);
    form.set('clientId', clientId);
    form.set('together', 'true');
    for (const name of names) form.append('medias', new Blob([`papel ${name}`], { type: 'text/plain' }), name);
    return must(this.#admin.call('POST', `/messages/${ticketId}`, form));
  }

  /** Bulk messages, at the connection's pace for them in seconds. */
  async pile(messages: readonly { ticketId: number; body: string }[], bulkInterval: number): Promise<void> {
    await must(this.#admin.put(`/whatsapp/${this.connectionId}`, { bulkInterval }));
    const { status, body } = await this.#admin.post('/postbox/bulk', messages);
    if (status >= 300) throw new Error(`it answered ${status} ${JSON.stringify(body)}`);
  }

  /** The company's messages of a conversation, oldest first. */
  async written(ticketId: number): Promise<MessageView[]> {
    const { messages } = await must<{ messages: MessageView[] }>(this.#admin.get(`/messages/${ticketId}`));
    return messages.filter(({ fromMe }) => fromMe);
  }

  async retry(messageId: number): Promise<void> {
    await must(this.#admin.post(`/messages/${messageId}/retry`));
  }
}
