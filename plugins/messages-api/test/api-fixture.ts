import path from 'node:path';
import { inject } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { startTestHost, type Answer, type TestCompany, type TestHost } from '@balcao/testing';

const plugin = (name: string): string => path.join(import.meta.dirname, name);

/**
 * Starts the whole server with tickets, the messages API, a channel under the test’s control and a third-party plugin.
 */
export const startServer = (more: readonly string[] = []): Promise<TestHost> =>
  startTestHost({
    databaseUrl: inject('databaseUrl'),
    plugins: ['users', 'queues', 'contacts', 'connections', 'tickets', 'messages-api', plugin('line'), ...more],
  });

export interface SendReply {
  id: number;
  status: string;
  messages: { id: number; status: string }[];
  ticketId: number;
  ticketUuid: string;
  contactId: number;
  error?: string;
  fields?: Record<string, string>;
  context?: Record<string, unknown>;
}

/** A company with a connection and its token, as a program uses it. */
export class ApiFixture {
  readonly host: TestHost;
  readonly company: TestCompany;
  readonly connectionId: number;
  token = '';
  tokenId = 0;

  private constructor(host: TestHost, company: TestCompany, connectionId: number) {
    this.host = host;
    this.company = company;
    this.connectionId = connectionId;
  }

  static async open(host: TestHost, settings: Record<string, string> = {}): Promise<ApiFixture> {
    const company = await host.company({ settings: { 'plugin:test-line': 'enabled', ...settings } });
    const shop = new ApiFixture(host, company, await connectionOf(company, 'line'));
    const made = await shop.newToken('Loja virtual');
    shop.token = made.token;
    shop.tokenId = made.id;
    return shop;
  }

  async newToken(name: string): Promise<{ id: number; token: string; lastFour: string }> {
    const body = { connectionId: this.connectionId, name };
    return (
      await this.company.admin.post<{ id: number; token: string; lastFour: string }>('/messages-api/tokens', body)
    ).body;
  }

  call<T = SendReply>(
    method: string,
    at: string,
    body?: unknown,
    headers: Record<string, string> = {},
    token = this.token,
  ): Promise<Answer<T>> {
    return this.host.nobody.call<T>(method, at, body, { authorization: `Bearer ${token}`, ...headers });
  }
  send(body: unknown, headers: Record<string, string> = {}): Promise<Answer<SendReply>> {
    return this.call('POST', '/messages/send', body, headers);
  }

  async bodiesOf(ticketId: number): Promise<string[]> {
    const { body } = await this.company.admin.get<{ messages: { body: string }[] }>(`/messages/${ticketId}`);
    return body.messages.map((message) => message.body);
  }
}

export const connectionOf = async (company: TestCompany, channel: string, status = 'CONNECTED'): Promise<number> => {
  const row = await company.scope('connections').sql.one<{ id: number }>(
    sql`insert into connections.connection (name, channel, status, is_default, completion_message)
        values (${`Linha ${channel}`}, ${channel}, ${status}, false, '') returning id`,
  );
  return row?.id ?? 0;
};

/** A picture of one point. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
/** A form of the call `/messages/send`. */
export const form = (fields: Record<string, string>, files: Record<string, Buffer> = {}): FormData => {
  const made = new FormData();
  for (const [name, value] of Object.entries(fields)) made.append(name, value);
  for (const [name, bytes] of Object.entries(files)) made.append('medias', new Blob([new Uint8Array(bytes)]), name);
  return made;
};

/** Returns numbers that nobody has written to yet. */
export const numbersFrom = (first: number) => {
  let last = first;
  return (): string => String((last += 1));
};
