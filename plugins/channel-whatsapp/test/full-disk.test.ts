import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { startTestHost } from '@balcao/testing';
import { asInbound } from '../server/inbound/receive.ts';
import type { ArrivedMessage } from '../server/connection/worker-protocol.ts';

test('On a disk that is nearly full a customer’s text arrives, with a note that the file is on the phone', async () => {
  const host = await startTestHost({
    databaseUrl: inject('databaseUrl'),
    plugins: ['users', 'queues', 'contacts', 'connections', 'tickets', 'channel-whatsapp'],
    env: { MIN_FREE_DISK_MB: '999999999' },
  });
  const folder = await mkdtemp(join(tmpdir(), 'balcao-picture-'));
  try {
    const company = await host.company();
    const file = join(folder, 'foto.jpg');
    await writeFile(file, 'bytes');
    const person = { jid: '5511988887777@s.whatsapp.net', phone: '5511988887777' };
    const message = {
      id: 'A1',
      chat: person,
      from: person,
      name: 'Helena',
      at: Date.now(),
      fromMe: false,
      body: 'Segue a foto',
      media: { file, name: 'foto.jpg', mime: 'image/jpeg', type: 'image' },
    } as unknown as ArrivedMessage;
    const inbound = await asInbound(message, company.scope('channel-whatsapp'));
    expect(inbound?.media).toBeUndefined();
    expect(inbound?.body).toBe('Segue a foto\n[O arquivo não pôde ser baixado. Veja no celular.]');
  } finally {
    await rm(folder, { recursive: true, force: true });
    await host.close();
  }
});
