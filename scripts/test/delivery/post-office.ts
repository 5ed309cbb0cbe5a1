import type { Person } from '@balcao/testing';
import type { MessageView } from '@balcao/tickets/contract';

const must = async <T>(answer: Promise<{ status: number; body: unknown }>): Promise<T> => {
  const { status, body } = await answer;
  if (status !== 200) throw new Error(`the request answered ${status} ${JSON.stringify(body)}`);
  return body as T;
};

let counter = 0;

/** A connection of the postbox, used only through HTTP. */
export class PostOffice {
  readonly connectionId: number;
  readonly #admin: Person;

  private constructor(admin: Person, connectionId: number) {
    this.#admin = admin;
    this.connectionId = connectionId;
  }

  /** Opens a connection of this channel. */
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

  /** Returns the same people at another node. */
  at(admin: Person): PostOffice {
    return new PostOffice(admin, this.connectionId);
  }

  /** Creates open conversations of as many customers; returns their tickets. */
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

  /** Sends several files together, as a browser does; a repeat with the same `clientId` is the same message. */
  writeFiles(ticketId: number, body: string, names: readonly string[], clientId: string): Promise<MessageView[]> {
    const form = new FormData();
    form.set('body', body);
    form.set('clientId', clientId);
    form.set('together', 'true');
    for (const name of names) form.append('medias', new Blob([`papel ${name}`], { type: 'text/plain' }), name);
    return must(this.#admin.call('POST', `/messages/${ticketId}`, form));
  }

  /** Queues bulk messages, at this pace of the connection in seconds. */
  async pile(messages: readonly { ticketId: number; body: string }[], bulkInterval: number): Promise<void> {
    await must(this.#admin.put(`/whatsapp/${this.connectionId}`, { bulkInterval }));
    const { status, body } = await this.#admin.post('/postbox/bulk', messages);
    if (status >= 300) throw new Error(`the request answered ${status} ${JSON.stringify(body)}`);
  }

  /** Returns the company's messages of a conversation, oldest first. */
  async written(ticketId: number): Promise<MessageView[]> {
    const { messages } = await must<{ messages: MessageView[] }>(this.#admin.get(`/messages/${ticketId}`));
    return messages.filter(({ fromMe }) => fromMe);
  }

  async retry(messageId: number): Promise<void> {
    await must(this.#admin.post(`/messages/${messageId}/retry`));
  }
}
