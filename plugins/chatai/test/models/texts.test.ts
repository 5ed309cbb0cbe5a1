import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { channelInbox } from '@balcao/connections/contract';
import { personalData } from '@balcao/contacts/contract';
import { eventually, startTestHost, type TestCompany } from '@balcao/testing';
import { tickets, type MessageView } from '@balcao/tickets/contract';
import { summaries, transcripts, type Summary } from '../../contract.ts';
import { audioKind } from '../../server/transcripts/audio-kind.ts';
import { asParts, asPlainAudio } from '../../server/transcripts/plain-audio.ts';
import { openAiOffice, plugins, type AiOffice } from '../ai-office.ts';

let office: AiOffice;
let shop: TestCompany;
let ticketId: number;
beforeAll(async () => {
  office = await openAiOffice({ more: [path.join(import.meta.dirname, '../../../tickets/test/channel')] });
  shop = await office.host.company({ settings: { 'plugin:test-channel': 'enabled' } });
  ticketId = await conversation();
});
afterAll(() => office?.close());

const conversation = async (number = '5511950020001'): Promise<number> => {
  const { sql: run } = shop.scope('tickets');
  const connection = await run.one<{ id: number }>(
    sql`insert into connections.connection (name, channel, status) values ('Recepção', 'test', 'CONNECTED') returning id`,
  );
  const contact = await shop.admin.post<{ id: number }>('/contacts', { name: 'Dona Maria', number });
  const begun = await shop
    .scope('tickets')
    .use(tickets)
    .begin({ contactId: contact.body.id, connectionId: connection?.id ?? 0 });
  return begun.id;
};
/** A voice message of the customer with these bytes, as a channel stores it. */
const voice = async (bytes: string | Buffer, name: string): Promise<number> => {
  const scope = shop.scope('tickets');
  const stored = await scope.storage.store({ name, body: Buffer.from(bytes as string) });
  const row = await scope.sql.one<{ id: number }>(
    sql`insert into tickets.message (ticket_id, from_me, body, media_path, media_type, media_name, media_mime, media_size)
        values (${ticketId}, false, '', ${stored.path}, 'audio', ${name}, 'audio/ogg', ${bytes.length}) returning id`,
  );
  return row?.id ?? 0;
};
const write = async (body: string, fromMe = false): Promise<void> => {
  await shop
    .scope('tickets')
    .sql.run(sql`insert into tickets.message (ticket_id, from_me, body) values (${ticketId}, ${fromMe}, ${body})`);
};
const transcriptionsAsked = (): number =>
  office.ai.requests.filter(({ path: at }) => at.endsWith('transcriptions')).length;

test('a voice message named .oga is written down, found by the search of messages, and free the second time', async () => {
  const id = await voice('OggS say:o benefício foi negado em setembro', 'nota.oga');
  const first = await shop.admin.post<{ message: MessageView }>(`/messages/${id}/transcribe`);
  expect([first.status, first.body.message.summary]).toEqual([200, 'o benefício foi negado em setembro']);
  const found = await shop.scope('tickets').use(tickets).search('negados');
  expect(found.messages).toMatchObject([{ id, snippet: { text: 'o benefício foi negado em setembro' } }]);
  const asked = transcriptionsAsked();
  await shop.admin.post(`/messages/${id}/transcribe`);
  expect(transcriptionsAsked()).toBe(asked);
  expect((await shop.scope('chatai').use(transcripts).of([id])).get(id)?.language).toBe('pt');
});

/** A stand-in for ffmpeg: a script of the shell, to which `$last` is the file to write. */
const withFfmpeg = async (lines: string, work: () => Promise<void>): Promise<void> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'balcao-ffmpeg-'));
  const program = path.join(folder, 'ffmpeg');
  await writeFile(program, `#!/bin/sh\nfor last; do :; done\n${lines}\n`, { mode: 0o755 });
  const before = process.env['FFMPEG_PATH'];
  process.env['FFMPEG_PATH'] = program;
  try {
    await work();
  } finally {
    if (before === undefined) delete process.env['FFMPEG_PATH'];
    else process.env['FFMPEG_PATH'] = before;
    await rm(folder, { recursive: true, force: true });
  }
};
const written = (id: number) => shop.admin.post<{ message: MessageView; error: string }>(`/messages/${id}/transcribe`);

test('audio that a model refuses is sent again as mp3, and as wav where mp3 cannot be made', async () => {
  await withFfmpeg('printf "ID3 say:veio em mp3" > "$last"', async () => {
    const before = transcriptionsAsked();
    const { body } = await written(await voice('OggS unreadable:', 'a.ogg'));
    expect([body.message.summary, transcriptionsAsked() - before]).toEqual(['veio em mp3', 2]);
    expect(office.ai.requests.at(-1)?.raw).toContain('filename="audio.mp3"');
  });
  const wav = 'case "$*" in *libmp3lame*) exit 1;; esac\nprintf "RIFF1234WAVE say:veio em wav" > "$last"';
  await withFfmpeg(wav, async () => {
    const { body } = await written(await voice('OggS unreadable:', 'b.ogg'));
    expect(body.message.summary).toBe('veio em wav');
    expect(office.ai.requests.at(-1)?.raw).toContain('filename="audio.wav"');
  });
  await withFfmpeg('exit 1', async () => {
    const refused = await written(await voice('OggS unreadable:', 'c.ogg'));
    expect([refused.status, refused.body.error]).toEqual([422, 'ERR_AI_AUDIO']);
  });
});

test('audio over 25 MB is written down in parts, and without ffmpeg its size is given as the reason', async () => {
  const large = Buffer.concat([Buffer.from('OggS'), Buffer.alloc(26 * 1024 * 1024)]);
  const parts =
    'printf "ID3 say:primeira parte" > "$(dirname "$last")/part-000.mp3"\nprintf "ID3 say:segunda parte" > "$(dirname "$last")/part-001.mp3"';
  await withFfmpeg(parts, async () => {
    expect((await written(await voice(large, 'aula.ogg'))).body.message.summary).toBe('primeira parte segunda parte');
  });
  await withFfmpeg('exit 1', async () => {
    const before = transcriptionsAsked();
    const refused = await written(await voice(large, 'aula.ogg'));
    expect([refused.status, refused.body.error, transcriptionsAsked() - before]).toEqual([413, 'ERR_AI_AUDIO_SIZE', 0]);
  });
});

test('a further attempt on a long recording sends only the parts that were not written down yet', async () => {
  const large = Buffer.concat([Buffer.from('OggS'), Buffer.alloc(26 * 1024 * 1024)]);
  // Three requests of one attempt: the second part fails in the first attempt, and is heard in the second.
  const parts =
    'printf "ID3 say:começo" > "$(dirname "$last")/part-000.mp3"\nprintf "ID3 down:3 say:fim da aula" > "$(dirname "$last")/part-001.mp3"';
  await withFfmpeg(parts, async () => {
    const id = await voice(large, 'aula.ogg');
    const sent = (said: string): number =>
      office.ai.requests.filter(({ path: at, raw }) => at.endsWith('transcriptions') && raw.includes(`say:${said}`))
        .length;
    const latin = Buffer.from('começo').toString('latin1');
    const first = await written(id);
    expect([first.status, sent(latin), sent('fim da aula')]).toEqual([424, 1, 3]);
    const kept = async () =>
      (
        await shop
          .scope('chatai')
          .sql.rows<{ text: string }>(sql`select text from chatai.transcript_part where message_id = ${id}`)
      ).map(({ text }) => text);
    expect(await kept()).toEqual(['começo']);
    const second = await written(id);
    expect([second.body.message.summary, sent(latin), sent('fim da aula')]).toEqual(['começo fim da aula', 1, 4]);
    expect(await kept()).toEqual([]);
  });
});

/** The ffmpeg of this machine, by the same rule as the product finds it. */
const realFfmpeg = process.env['FFMPEG_PATH'] || 'ffmpeg';
const runFfmpeg = (...args: string[]) => spawnSync(realFfmpeg, ['-nostdin', '-y', ...args], { encoding: 'utf8' });

// Machines without ffmpeg run the tests with its stand-in only.
test.skipIf(runFfmpeg('-version').status !== 0)(
  'a recording of 25 minutes is cut by the real ffmpeg into parts that providers accept, and a voice note becomes mp3',
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'balcao-real-ffmpeg-'));
    try {
      const long = path.join(folder, 'long.wav');
      runFfmpeg('-f', 'lavfi', '-i', 'sine=frequency=300:duration=1500', '-ar', '16000', '-ac', '1', long);
      const audio = await readFile(long);
      expect(audio.length).toBeGreaterThan(25 * 1024 * 1024);
      const parts = (await asParts(audio)) ?? [];
      expect(parts.map((part) => audioKind(part).fileName)).toEqual(['audio.mp3', 'audio.mp3']);
      for (const part of parts) expect(part.length).toBeLessThan(25 * 1024 * 1024);
      let seconds = 0;
      for (const part of parts) {
        const file = path.join(folder, 'part.mp3');
        await writeFile(file, part);
        const [, hours, minutes, rest] =
          /time=(\d+):(\d+):([\d.]+)(?![\s\S]*time=)/.exec(runFfmpeg('-i', file, '-f', 'null', '-').stderr) ?? [];
        seconds += Number(hours) * 3600 + Number(minutes) * 60 + Number(rest);
      }
      // Nothing of the recording is missing.
      expect(Math.round(seconds / 10)).toBe(150);
      const note = path.join(folder, 'note.ogg');
      runFfmpeg('-i', long, '-t', '5', '-c:a', 'libopus', note);
      const plain = await asPlainAudio(await readFile(note));
      expect(plain && audioKind(plain).fileName).toBe('audio.mp3');
      expect(await asPlainAudio(Buffer.from('no audio'))).toBeUndefined();
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
);

test('voice messages of chosen connections are written down by themselves, and of others only when asked', async () => {
  const { sql: run } = shop.scope('tickets');
  const connection = await run.one<{ id: number }>(
    sql`insert into connections.connection (name, channel, status) values ('Plantão', 'test', 'CONNECTED') returning id`,
  );
  const connectionId = connection?.id ?? 0;
  const arrives = async (externalId: string, said: string): Promise<unknown> => {
    const body = Buffer.from(`OggS say:${said}`);
    const { path: at, size } = await shop.scope('tickets').storage.store({ name: 'nota.ogg', body });
    return shop
      .scope('tickets')
      .use(channelInbox)
      .message(connectionId, {
        externalId,
        from: { channel: 'test', scope: '', kind: 'phone', value: '5511950020003' },
        name: 'Seu João',
        number: '5511950020003',
        body: '',
        media: { type: 'audio', path: at, name: 'nota.ogg', mime: 'audio/ogg', size },
        sentAt: new Date(),
      });
  };
  const summaryOf = async (externalId: string): Promise<string | null | undefined> =>
    (
      await run.one<{ summary: string | null }>(
        sql`select summary from tickets.message where external_id = ${externalId}`,
      )
    )?.summary;
  await arrives('voice-1', 'ninguém pediu');
  await eventually(async () => (await summaryOf('voice-1')) !== undefined);
  const chosen = await shop.admin.put('/ai/transcribing', { connectionIds: [connectionId, 999_999] });
  expect(chosen.body).toEqual({ connectionIds: [connectionId] });
  await arrives('voice-2', 'meu benefício foi cortado');
  await eventually(async () => (await summaryOf('voice-2')) === 'meu benefício foi cortado');
  expect(await summaryOf('voice-1')).toBeNull();
});

test('whoever asks for the same voice message is not stopped with the first one', async () => {
  const id = await voice('OggS hang: say:perdi o prazo', 'nota.ogg');
  const service = shop.scope('chatai').use(transcripts);
  const asked = transcriptionsAsked();
  const first = new AbortController();
  const left = service.transcribe(id, { signal: first.signal });
  await eventually(() => Promise.resolve(transcriptionsAsked() > asked));
  const joined = service.transcribe(id);
  first.abort();
  await expect(left).rejects.toMatchObject({ code: 'ERR_AI_STOPPED' });
  expect((await joined).text).toBe('perdi o prazo');
});

test('a voice message whose provider was down for a while, or whose server stopped meanwhile, is written down by the next', async () => {
  const own = await openAiOffice();
  const { host: first } = own;
  const firm = await first.company();
  const scope = firm.scope('tickets');
  const connection = await scope.sql.one<{ id: number }>(
    sql`insert into connections.connection (name, channel, status) values ('Plantão', 'sandbox', 'CONNECTED') returning id`,
  );
  const connectionId = connection?.id ?? 0;
  await firm.admin.put('/ai/transcribing', { connectionIds: [connectionId] });
  const arrives = async (said: string): Promise<void> => {
    const { path: at, size } = await scope.storage.store({ name: 'nota.ogg', body: Buffer.from(`OggS ${said}`) });
    await scope.use(channelInbox).message(connectionId, {
      externalId: said,
      from: { channel: 'sandbox', scope: '', kind: 'phone', value: '5511950020003' },
      name: 'Seu João',
      number: '5511950020003',
      body: '',
      media: { type: 'audio', path: at, name: 'nota.ogg', mime: 'audio/ogg', size },
      sentAt: new Date(),
    });
  };
  const asked = (): number => own.ai.requests.filter(({ path: at }) => at.endsWith('transcriptions')).length;
  await arrives('down:3 say:caiu e voltou');
  await eventually(() => Promise.resolve(asked() >= 3));
  await arrives('hang: say:o servidor parou');
  await eventually(() => Promise.resolve(asked() >= 4));
  const next = await startTestHost({
    databaseUrl: inject('databaseUrl'),
    importLimitMs: 60_000,
    plugins,
    env: { SANDBOX: '1' },
    sameDatabaseAs: first,
  });
  try {
    await first.kernel.close();
    const there = next.kernel.scope(firm.id, 'chatai');
    const texts = async () =>
      (await there.sql.rows<{ text: string }>(sql`select text from chatai.transcript order by text`)).map(
        ({ text }) => text,
      );
    await eventually(async () => (await texts()).length === 2);
    expect(await texts()).toEqual(['caiu e voltou', 'o servidor parou']);
  } finally {
    await next.close();
    // Its host is closed already.
    await own.ai.close();
  }
});

test('audio that no model reads is refused with its reason, and nothing is stored', async () => {
  const id = await voice('OggS unreadable:', 'x.ogg');
  const refused = await shop.admin.post<{ error: string }>(`/messages/${id}/transcribe`);
  expect([refused.status, refused.body.error]).toEqual([422, 'ERR_AI_AUDIO']);
  const other = await office.host.company();
  expect((await other.admin.post(`/messages/${id}/transcribe`)).status).toBe(404);
});

test('a summary is written once, marked when newer messages come, and continued from where it ended', async () => {
  await write(
    'Meu recurso foi negado. #text {"reason":"Recurso negado","done":"","pending":"Enviar PPP","data":"NB 42"}',
  );
  const url = `/tickets/${ticketId}/summary`;
  expect((await shop.admin.get<{ summary: Summary | null }>(`${url}?stored=1`)).body.summary).toBeNull();
  await shop.admin.get(url);
  const asked = office.ai.requests.length;
  await shop.admin.get(url);
  expect(office.ai.requests).toHaveLength(asked);
  const text = 'Recurso negado\nEnviar PPP\nNB 42';
  const { uuid } = (await shop.admin.get<{ uuid: string }>(`/tickets/${ticketId}`)).body;
  expect((await shop.admin.get(`/tickets/u/${uuid}`)).body).toMatchObject({ summary: text });
  const rows = (
    await shop.admin.get<{ tickets: { id: number; summary: string | null }[] }>('/tickets?showAll=true&status=pending')
  ).body.tickets;
  expect(rows.find(({ id }) => id === ticketId)?.summary).toBe(text);
  await write('E o prazo?');
  expect((await shop.admin.get<{ summary: Summary }>(`${url}?stored=1`)).body.summary.newer).toBe(1);
  await shop.admin.get(url);
  const last = office.ai.requests.at(-1)?.raw ?? '';
  expect([
    last.includes('E o prazo?'),
    last.includes('Summary so far'),
    last.includes('Meu recurso foi negado.'),
  ]).toEqual([true, true, false]);
});

test('after the retention period no summary and no transcript of a conversation is left, and those of others stay', async () => {
  const scope = shop.scope('chatai');
  const asked = [await conversation('5511950020011'), await conversation('5511950020012')];
  for (const id of asked) {
    ticketId = id;
    const messageId = await voice('OggS say:sou a Rosa', 'nota.oga');
    await scope.use(transcripts).transcribe(messageId);
    await write('#text {"reason":"Rosa","done":"","pending":"","data":""}');
    await scope.use(summaries).ofTicket(id);
  }
  const [old = 0, running = 0] = asked;
  await shop
    .scope('tickets')
    .sql.run(
      sql`update tickets.ticket set status = 'closed', closed_at = now() - interval '2 years' where id = ${old}`,
    );
  const part = [...shop.scope('contacts').contributions(personalData)].find(({ plugin }) => plugin === 'chatai');
  const erased = await part?.item.eraseBefore?.(new Date(Date.now() - 365 * 86_400_000), 100, part.scope);
  expect(erased).toEqual({ count: 2, files: [] });
  const left = await scope.sql.rows<{ id: number }>(
    sql`select ticket_id as id from chatai.ticket_summary where ticket_id = any(${asked}::int[])
        union all select m.ticket_id from chatai.transcript x join tickets.public_message m on m.id = x.message_id
         where m.ticket_id = any(${asked}::int[])`,
  );
  expect(left).toEqual([{ id: running }, { id: running }]);
});

test('without a provider the summary is made of the conversation’s own sentences, and says so', async () => {
  await office.root.delete(`/ai/platform-providers/${office.providerId}`);
  const other = await conversation('5511950020002');
  ticketId = other;
  await write('Preciso do processo 123456-7');
  await write('Vamos verificar hoje.', true);
  const summary = await shop.scope('chatai').use(summaries).ofTicket(other);
  expect(summary).toMatchObject({
    isExtractive: true,
    reason: 'Preciso do processo 123456-7',
    done: 'Vamos verificar hoje.',
    data: '123456-7',
  });
});
