import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { TestHost } from '@balcao/testing';
import { channelInbox } from '@balcao/connections/contract';
import { Receiver, type ReceivedCall } from './receiver.ts';
import { ApiFixture, startServer } from './api-fixture.ts';
import { eventually } from '@balcao/testing';

export interface Endpoint {
  id: number;
  secret: string;
  isActive: boolean;
  disabledReason: string | null;
  failingSince: string | null;
  error?: string;
  fields?: Record<string, string>;
}
interface Row {
  id: number;
  uid: string;
  event: string;
  status: string;
  attempts: number;
  answerStatus: number | null;
  fault: string | null;
  durationMs: number | null;
}

/** The objects that tests of a file use; each test gets a new company. */
interface Present {
  host: TestHost;
  receiver: Receiver;
  shop: ApiFixture;
}

/** Provides a company, and a receiver of its webhooks, for the tests of one file. */
export const webhookStage = () => {
  const at = {} as Present;
  let arrived = 0;

  beforeAll(async () => {
    at.host = await startServer(['notifications']);
    at.receiver = await Receiver.open({
      'sistema.example': ['127.0.0.1'],
      'interna.example': ['10.0.0.5'],
      'duas-caras.example': ['93.184.216.34', '169.254.169.254'],
    });
  });
  afterAll(async () => {
    at.receiver?.close();
    await at.host?.close();
  });
  beforeEach(async () => {
    at.receiver.received.length = 0;
    at.receiver.answer = (response) => response.end('ok');
    at.shop = await ApiFixture.open(at.host);
  });

  const add = async (events: string[], more: object = {}, owner = at.shop): Promise<Endpoint> =>
    (
      await owner.company.admin.post<Endpoint>('/webhooks', {
        name: 'ERP',
        url: at.receiver.url('sistema.example'),
        events,
        ...more,
      })
    ).body;
  const log = async (id: number, query = ''): Promise<Row[]> =>
    (await at.shop.company.admin.get<{ deliveries: Row[] }>(`/webhooks/${id}/deliveries${query}`)).body.deliveries;
  const endpoint = async (id: number): Promise<Endpoint | undefined> =>
    (await at.shop.company.admin.get<{ webhooks: Endpoint[] }>('/webhooks')).body.webhooks.find((one) => one.id === id);
  const heard = (type: string, count = 1): Promise<ReceivedCall[]> =>
    eventually(() => (at.receiver.of(type).length >= count ? at.receiver.of(type) : undefined));
  const ring = (bell = 7) => at.shop.company.admin.post('/line/ring', { bell });
  const arrives = (body: string, from = '5511977770001', owner = at.shop) => {
    arrived += 1;
    return owner.company
      .scope('tickets')
      .use(channelInbox)
      .message(owner.connectionId, {
        externalId: `in-${arrived}`,
        from: { channel: 'line', scope: '', kind: 'phone', value: from },
        name: 'Ana',
        number: from,
        body,
        sentAt: new Date(),
      });
  };
  return { at, add, log, endpoint, heard, ring, arrives };
};
