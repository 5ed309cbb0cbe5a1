import path from 'node:path';
import { expect, inject } from 'vitest';
import { startTestHost, type Person, type TestCompany, type TestHost } from '@balcao/testing';
import type { QuickMessage } from '../contract.ts';

export type Failure = { error: string; fields?: Record<string, string> };
export type Answer = QuickMessage & Failure;

export interface Office {
  host: TestHost;
  law: TestCompany;
  other: TestCompany;
  /** An attendant of the first company, and its manager (gestor). */
  ana: Person;
  rui: Person;
}

/** Creates two companies with quick messages, and a channel to send them by. */
export const openOffice = async (): Promise<Office> => {
  const host = await startTestHost({
    databaseUrl: inject('databaseUrl'),
    plugins: [
      'users',
      'queues',
      'contacts',
      'connections',
      'tickets',
      'quick-messages',
      path.join(import.meta.dirname, '../../tickets/test/channel'),
    ],
  });
  const law = await host.company({ name: 'Prado & Menezes', settings: { 'plugin:test-channel': true } });
  const other = await host.company({ name: 'Outra', settings: { 'plugin:test-channel': true } });
  const [ana, rui] = [await law.person('user', 'Ana Beatriz'), await law.person('gestor', 'Rui Costa')];
  return { host, law, other, ana, rui };
};

export const make = async (person: Person, part: object = {}): Promise<QuickMessage> => {
  const { status, body } = await person.post<Answer>('/quick-messages', {
    shortcode: `atalho-${crypto.randomUUID().slice(0, 8)}`,
    message: 'Bom dia',
    ...part,
  });
  expect([status, body.error]).toEqual([200, undefined]);
  return body;
};
export const refused = async (work: Promise<{ status: number; body: Failure }>) => {
  const { status, body } = await work;
  return [status, body.error, body.fields];
};
export const share = (person: Person, id: number, userIds: unknown) =>
  person.post<Answer>(`/quick-messages/${id}/share`, { userIds });
/** Returns the number of bytes that the company stores. */
export const storedFiles = (company: TestCompany) => company.scope('quick-messages').storage.used();

export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
export const form = (bytes: Uint8Array<ArrayBuffer> = new Uint8Array(png), name = 'tabela.png'): FormData => {
  const data = new FormData();
  data.append('file', new Blob([bytes]), name);
  return data;
};
