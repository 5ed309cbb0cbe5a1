import { join } from 'node:path';
import { startTestHost, type TestCompany, type TestHost } from '@balcao/sdk/testing';
import { inject, vi } from 'vitest';
import { channelId } from '../channel.ts';
import { gatewayKey, gatewaySecret, post, type Gateway } from './gateway.ts';

/** Starts the real product with this channel, on a database of its own. */
export const startProduct = (): Promise<TestHost> =>
  startTestHost({
    databaseUrl: inject('databaseUrl'),
    plugins: ['users', 'queues', 'contacts', 'connections', 'tickets', join(import.meta.dirname, '..')],
  });

interface Ticket {
  id: number;
  contact: { name: string; number: string };
}

let desks = 0;

/** A company with one connection of this channel and its account at the gateway; it receives what the gateway sends. */
export class ConnectedCompany {
  readonly host: TestHost;
  readonly company: TestCompany;
  readonly connectionId: number;
  readonly webhook: string;

  private constructor(host: TestHost, company: TestCompany, connectionId: number, webhook: string) {
    this.host = host;
    this.company = company;
    this.connectionId = connectionId;
    this.webhook = webhook;
  }

  static async open(host: TestHost, gateway: Gateway): Promise<ConnectedCompany> {
    desks += 1;
    const company = await host.company({ name: `Desk ${desks}`, settings: { [`plugin:${channelId}`]: true } });
    const { admin } = company;
    const { settings } = company.scope(channelId);
    await settings.set('exampleSmsUrl', gateway.url);
    await settings.set('exampleSmsKey', gatewayKey);
    await settings.set('exampleSmsSecret', gatewaySecret);
    const queue = await admin.post<{ id: number }>('/queue', { name: 'Desk', color: '#123456' });
    const queues = { queueIds: [queue.body.id], keyWordQueueId: queue.body.id };
    const connection = { name: 'Texts', channel: channelId, ...queues };
    const { id } = (await admin.post<{ id: number }>('/whatsapp', connection)).body;
    const setup = await admin.get<{ webhookPath: string }>(`/example-sms/connections/${id}`);
    const desk = new ConnectedCompany(host, company, id, setup.body.webhookPath);
    await vi.waitFor(async () => {
      if ((await desk.status()) !== 'CONNECTED') throw new Error('the connection is not up');
    }, 20_000);
    return desk;
  }

  async status(): Promise<string> {
    return (await this.company.admin.get<{ status: string }>(`/whatsapp/${this.connectionId}`)).body.status;
  }

  /** Sends a message from the gateway. */
  write(text: string, at?: number): Promise<number> {
    return post(
      `${this.host.url}${this.webhook}`,
      [{ type: 'message', id: text, from: '+5511970010001', name: 'Helena', text, at: new Date().toISOString() }],
      at === undefined ? {} : { at },
    );
  }

  async tickets(): Promise<Ticket[]> {
    const { admin } = this.company;
    const lists = await Promise.all(
      ['pending', 'open'].map((status) => admin.get<{ tickets: Ticket[] }>(`/tickets?showAll=true&status=${status}`)),
    );
    return lists.flatMap(({ body }) => body.tickets);
  }
}
