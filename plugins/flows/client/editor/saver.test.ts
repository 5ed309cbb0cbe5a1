import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SavedFlow, SaveFlow } from '../../graph/wire.ts';
import { blankDocument } from '../document/document.ts';
import { Saver, type SaveStatus } from './saver.ts';

const stored = { ...blankDocument(), title: 'Triagem' };
const edit = (title: string) => ({ ...stored, title });

let sent: { flowId: number | undefined; body: SaveFlow }[];
let answers: { resolve(saved: SavedFlow): void; reject(error: unknown): void }[];
let statuses: SaveStatus['kind'][];
let revision: number;

const make = (flowId: number | undefined) =>
  new Saver({
    flowId,
    draftRev: flowId === undefined ? undefined : 1,
    stored,
    send: (id, body) => {
      sent.push({ flowId: id, body });
      return new Promise((resolve, reject) => answers.push({ resolve, reject }));
    },
    conflictOf: (error) =>
      error === 'changed'
        ? { draftRev: 9, by: { id: 2, name: 'Renata' }, at: '', data: '[]', title: 'Dela' }
        : undefined,
    onStatus: ({ kind }) => statuses.push(kind),
    onSaved: () => undefined,
  });
const answer = async () => {
  revision += 1;
  answers.shift()?.resolve({ id: 5, title: '', draftRev: revision, version: null, problems: [] });
  await vi.advanceTimersByTimeAsync(0);
};

beforeEach(() => {
  vi.useFakeTimers();
  [sent, answers, statuses, revision] = [[], [], [], 1];
});
afterEach(() => void vi.useRealTimers());

test('Changes in quick succession are stored once, with the revision they are based on', async () => {
  const saver = make(5);
  saver.changed(edit('A'));
  saver.changed(edit('B'));
  await vi.advanceTimersByTimeAsync(2000);
  expect(sent.map(({ body }) => [body.title, body.publish, body.draftRev])).toEqual([['B', false, 1]]);
  await answer();
  expect(saver.isClean).toBe(true);
  expect(statuses.at(-1)).toBe('saved');
});

test('A change during a request is stored after it, with the new revision', async () => {
  const saver = make(5);
  saver.changed(edit('A'));
  await vi.advanceTimersByTimeAsync(2000);
  saver.changed(edit('B'));
  await answer();
  await vi.advanceTimersByTimeAsync(2000);
  expect(sent.map(({ body }) => [body.title, body.draftRev])).toEqual([
    ['A', 1],
    ['B', 2],
  ]);
});

test('A new flow is stored once it has a name, and afterwards under its id', async () => {
  const saver = make(undefined);
  saver.changed({ ...stored, title: ' ' });
  await vi.advanceTimersByTimeAsync(5000);
  expect(sent).toEqual([]);
  expect(statuses.at(-1)).toBe('unnamed');
  saver.changed(edit('A'));
  await vi.advanceTimersByTimeAsync(2000);
  await answer();
  saver.changed(edit('B'));
  await vi.advanceTimersByTimeAsync(2000);
  expect(sent.map(({ flowId }) => flowId)).toEqual([undefined, 5]);
});

test('After a conflict nothing is stored until people choose, and then over the other revision', async () => {
  const saver = make(5);
  saver.changed(edit('A'));
  await vi.advanceTimersByTimeAsync(2000);
  answers.shift()?.reject('changed');
  await vi.advanceTimersByTimeAsync(0);
  expect(statuses.at(-1)).toBe('conflict');
  saver.changed(edit('B'));
  await vi.advanceTimersByTimeAsync(5000);
  expect(sent).toHaveLength(1);
  void saver.keepMine(9);
  await vi.advanceTimersByTimeAsync(0);
  expect(sent.at(-1)?.body).toMatchObject({ title: 'B', draftRev: 9 });
});

test('Publishing waits for the request under way and sends what is on the screen', async () => {
  const saver = make(5);
  saver.changed(edit('A'));
  await vi.advanceTimersByTimeAsync(2000);
  saver.changed(edit('B'));
  void saver.publish();
  await answer();
  expect(sent.map(({ body }) => [body.title, body.publish])).toEqual([
    ['A', false],
    ['B', true],
  ]);
});
