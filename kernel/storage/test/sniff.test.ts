import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkUpload } from '../check-upload.ts';
import { sniff } from '../sniff.ts';
import { pictureBomb, png, samples } from './samples.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'balcao-sniff-'));
});
afterAll(() => rm(folder, { recursive: true }));

const sample = (name: string): Buffer => samples[name] ?? Buffer.alloc(0);
const onDisk = async (bytes: Buffer): Promise<string> => {
  const file = path.join(folder, 'upload');
  await writeFile(file, bytes);
  return file;
};

test.each([
  ['pdf', 'conta.pdf', 'application/pdf', 'pdf'],
  ['mp3', 'voz.mp3', 'audio/mpeg', 'mp3'],
  ['amr', 'voz.amr', 'audio/amr', 'amr'],
  ['opus', 'voz.opus', 'audio/ogg', 'opus'],
  ['mp4', 'filme.mp4', 'video/mp4', 'mp4'],
  ['recording', 'gravação.mp4', 'audio/mp4', 'm4a'],
  ['webmFilm', 'filme.webm', 'video/webm', 'webm'],
  ['webmSound', 'gravação.webm', 'audio/webm', 'weba'],
  ['docx', 'a.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'docx'],
  ['xlsx', 'a.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'],
  ['pptx', 'a.pptx', 'application/vnd.openxmlformats-officedocument.presentationml.presentation', 'pptx'],
  ['oldOffice', 'a.doc', 'application/msword', 'doc'],
  ['oldOffice', 'a.XLS', 'application/vnd.ms-excel', 'xls'],
  ['text', 'contatos.csv', 'text/plain', 'txt'],
])('%s is recognised by its bytes and may be attached', async (name, clientName, mime, ext) => {
  expect(await sniff(sample(name), clientName)).toEqual({ mime, ext });
  expect(await checkUpload(await onDisk(sample(name)), clientName)).toEqual({ mime, ext, size: sample(name).length });
});

test.each([
  ['html', 'foto.png'],
  ['html', 'page.html'],
  ['svg', 'foto.svg'],
  ['svg', 'foto.png'],
  ['xmlSvg', 'foto.jpg'],
  ['xmlSvg', 'foto.svg'],
  ['text', 'foto.jpg'],
  ['text', 'noname'],
  ['latin1', 'contatos.csv'],
  ['noise', 'notes.txt'],
  ['noise', 'foto.png'],
  ['oldOffice', 'setup.msi'],
])('%s that claims to be %s has an unknown type', async (name, clientName) => {
  expect(await sniff(sample(name), clientName)).toBeUndefined();
  await expect(checkUpload(await onDisk(sample(name)), clientName)).rejects.toMatchObject({
    status: 415,
    code: 'ERR_FILE_TYPE',
  });
});

test('A page sent as text is stored as text and nothing else', async () => {
  expect(await sniff(sample('html'), 'page.txt')).toEqual({ mime: 'text/plain', ext: 'txt' });
});

test('A known type that is not accepted is refused, and a route may accept others', async () => {
  const program = await onDisk(sample('program'));
  await expect(checkUpload(program, 'foto.png')).rejects.toMatchObject({ status: 415 });
  await expect(checkUpload(await onDisk(sample('pdf')), 'a.pdf', { accept: ['image/*'] })).rejects.toMatchObject({
    status: 415,
  });
  expect(await checkUpload(await onDisk(await png()), 'a.exe', { accept: ['image/*'] })).toMatchObject({
    mime: 'image/png',
    ext: 'png',
  });
});

test('A file over the limit is answered with 413', async () => {
  await expect(checkUpload(await onDisk(sample('pdf')), 'a.pdf', { maxBytes: 100 })).rejects.toMatchObject({
    status: 413,
    code: 'ERR_FILE_TOO_LARGE',
  });
});

test('A picture that would fill the memory when unpacked, or is broken, is refused', async () => {
  await expect(checkUpload(await onDisk(await pictureBomb()), 'a.png')).rejects.toMatchObject({
    status: 400,
    code: 'ERR_FILE_INVALID',
  });
  const broken = Buffer.from((await png()).subarray(0, 20));
  await expect(checkUpload(await onDisk(broken), 'a.png')).rejects.toMatchObject({ status: 400 });
  expect(await checkUpload(await onDisk(await png()), 'a.png')).toMatchObject({ mime: 'image/png' });
});

test('A text that is cut in the middle of a letter between two reads is still text', async () => {
  const long = Buffer.from('é'.repeat(70_001));
  expect(await sniff(await onDisk(long), 'a.txt')).toEqual({ mime: 'text/plain', ext: 'txt' });
  expect(await sniff(await onDisk(long.subarray(0, -1)), 'a.txt')).toBeUndefined();
});
