import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql, type StoredFile } from '@balcao/sdk/server';
import type { TestHost } from '@balcao/sdk/testing';
import { tickets } from '../../contract.ts';
import { Attendance, startAttendance } from '../attendance.ts';

let host: TestHost;
let other: TestHost;
let desk: Attendance;
beforeAll(async () => {
  host = await startAttendance();
  other = await startAttendance(host);
  desk = await Attendance.of(host);
});
afterAll(async () => {
  await other?.close();
  await host?.close();
});

const scopeOf = () => desk.company.scope('tickets');
const picture = (name: string): Promise<StoredFile> =>
  scopeOf().storage.store({ name, body: Buffer.from(`%PDF-1.4 ${name} ${'x'.repeat(5_000)}`) });
const say = (ticketId: number, file: StoredFile, clientId = '') =>
  scopeOf()
    .use(tickets)
    .send(ticketId, { body: '', file, fileIsShared: true, bulk: 'fast', ...(clientId && { clientId }) });
const arrived = async (count: number): Promise<number[]> => {
  const all = Array.from({ length: count }, () => desk.arrives(desk.number(), 'oi'));
  return (await Promise.all(all)).map(({ ticketId }) => ticketId);
};
const isThere = ({ path }: StoredFile): Promise<boolean> =>
  scopeOf()
    .storage.read(path)
    .then(({ stream }) => {
      stream.destroy();
      return true;
    })
    .catch(() => false);
const drop = (ticketId: number) => desk.admin.delete(`/tickets/${ticketId}`);

test('one file serves many messages, is counted once, and goes with the last of them after its owner removed it', async () => {
  const file = await picture('oferta.pdf');
  const used = await scopeOf().storage.used();
  const ids = await arrived(20);
  const said = await Promise.all(ids.map((id) => say(id, file)));
  expect(new Set(said.map(({ mediaUrl }) => mediaUrl))).toEqual(new Set([`/public/${file.path}`]));
  expect(await scopeOf().storage.used()).toBe(used);
  await drop(ids[0] ?? 0);
  expect(await isThere(file)).toBe(true);
  await scopeOf().storage.remove(file.path);
  expect(await isThere(file)).toBe(true);
  for (const id of ids.slice(1, -1)) await drop(id);
  expect(await isThere(file)).toBe(true);
  expect((await drop(ids.at(-1) ?? 0)).status).toBe(200);
  expect(await isThere(file)).toBe(false);
  expect(await scopeOf().storage.used()).toBe(used - file.size);
});

test('while its owner has it a file stays, however few messages show it', async () => {
  const file = await picture('tabela.pdf');
  const [id = 0] = await arrived(1);
  await say(id, file, 'tabela');
  await say(id, file, 'tabela');
  await drop(id);
  expect(await isThere(file)).toBe(true);
  await scopeOf().storage.remove(file.path);
  expect(await isThere(file)).toBe(false);
});

test('a file that is gone, or another company’s, is refused and nothing is said', async () => {
  const file = await picture('sumiu.pdf');
  await scopeOf().storage.remove(file.path);
  const [id = 0] = await arrived(1);
  await expect(say(id, file)).rejects.toMatchObject({ status: 404, code: 'ERR_NO_FILE_FOUND' });
  const stranger = await Attendance.of(host);
  const theirs = await stranger.company
    .scope('tickets')
    .storage.store({ name: 'a.pdf', body: Buffer.from('%PDF-1.4 a') });
  await expect(say(id, theirs)).rejects.toMatchObject({ status: 404 });
  await expect(scopeOf().use(tickets).send(id, { body: 'sem arquivo', fileIsShared: true })).rejects.toMatchObject({
    fields: { file: 'Required' },
  });
  expect((await desk.messages(id)).map(({ body }) => body)).toEqual(['oi']);
});

test('a file is neither lost nor left when it is said, deleted and removed at once on two nodes', async () => {
  const elsewhere = other.kernel.scope(desk.company.id, 'tickets');
  for (let round = 0; round < 15; round += 1) {
    const file = await picture(`corrida-${round}.pdf`);
    const [first = 0, second = 0] = await arrived(2);
    await say(first, file);
    const results = await Promise.allSettled([
      drop(first),
      elsewhere.use(tickets).send(second, { body: '', file, fileIsShared: true }),
      elsewhere.storage.remove(file.path),
    ]);
    const wasSaid = results[1]?.status === 'fulfilled';
    expect(await isThere(file), `round ${round}`).toBe(wasSaid);
    if (wasSaid) await drop(second);
    expect(await isThere(file), `round ${round}`).toBe(false);
  }
}, 60_000);

test('what a killed node left behind goes when a node starts', async () => {
  const file = await picture('esquecido.pdf');
  const [id = 0] = await arrived(1);
  await say(id, file);
  await scopeOf().storage.remove(file.path);
  // As a node does that dies before it removes what is to go.
  await scopeOf().tx(async (inner) => {
    await inner.sql.run(sql`delete from tickets.ticket where id = ${id}`);
    await inner.sql.run(sql`select tickets.leave_files(array[${file.path}])`);
  });
  expect(await isThere(file)).toBe(true);
  const third = await startAttendance(host);
  expect(await isThere(file)).toBe(false);
  await third.close();
});
