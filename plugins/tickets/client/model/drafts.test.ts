import { describe, expect, it } from 'vitest';
import {
  emptyDraft,
  isEmpty,
  storeDraft,
  readDraft,
  textOf,
  withFiles,
  withoutFile,
  withRestored,
  withText,
} from './drafts.ts';
import type { DraftFile } from './drafts.ts';

const aFile = (id: string, caption = ''): DraftFile => ({
  id,
  caption,
  kind: 'document',
  preview: `blob:${id}`,
  file: new File(['x'], `${id}.pdf`),
});
const shelf = () => {
  const stored = new Map<string, string>();
  return {
    stored,
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  };
};

describe('A draft', () => {
  it('A cancelled message returns in front of what was written meanwhile, and never makes a message of an internal note', () => {
    const sent = { body: 'Segue o valor', quoted: null, internal: undefined };
    const written = withText(emptyDraft, 'Até logo');
    expect(withRestored(written, sent, undefined)).toMatchObject({ body: 'Segue o valor\nAté logo', isNote: false });
    expect(withRestored({ ...emptyDraft, isNote: true }, sent, undefined).isNote).toBe(false);
    const note = { ...withText(emptyDraft, 'Cliente difícil'), isNote: true };
    expect(withRestored(note, sent, undefined)).toMatchObject({
      body: 'Segue o valor\nCliente difícil',
      isNote: true,
    });
    expect(withRestored(written, { ...sent, internal: true }, undefined).isNote).toBe(true);
  });

  it('Text becomes the caption of the first file, and each file has its own caption', () => {
    const one = withFiles(withText(emptyDraft, 'Segue'), [aFile('a')]);
    expect(textOf(one)).toBe('Segue');
    expect(one.body).toBe('');
    const two = withFiles(one, [aFile('b')]);
    expect(textOf(two)).toBe('Segue');
    const looked = withText({ ...two, selected: 'b' }, 'Assine aqui');
    expect(looked.files.map(({ caption }) => caption)).toEqual(['Segue', 'Assine aqui']);
    expect(withFiles(looked, [aFile('a')])).toBe(looked);
  });

  it('Removing a file keeps its text: the neighbour is selected, and the last caption stays as text', () => {
    const two = withFiles(emptyDraft, [aFile('a', 'um'), aFile('b', 'dois')]);
    const one = withoutFile(two, 'a');
    expect([one.selected, textOf(one)]).toEqual(['b', 'dois']);
    const none = withoutFile(one, 'b');
    expect([none.selected, textOf(none)]).toEqual([null, 'dois']);
    expect(withoutFile(none, 'c')).toBe(none);
  });

  it('Spaces alone are no draft', () => {
    expect(isEmpty(withText(emptyDraft, ' \n '))).toBe(true);
    expect(isEmpty(withFiles(emptyDraft, [aFile('a')]))).toBe(false);
  });

  it('A draft is stored for each person and ticket: text, quoted message, mode and files', () => {
    const store = shelf();
    const quoted = { id: 4, body: 'Bom dia', fromMe: false, mediaType: null };
    storeDraft(7, 1, { ...withFiles(emptyDraft, [aFile('a', 'um')]), body: 'Olá', quoted, isNote: true }, [], store);
    const stored = readDraft(7, 1, store);
    expect(stored.draft).toMatchObject({ body: 'Olá', quoted, isNote: true, files: [] });
    expect(stored.files).toEqual([{ id: 'a', kind: 'document', caption: 'um' }]);
    expect(readDraft(8, 1, store).draft).toEqual(emptyDraft);
    storeDraft(7, 1, emptyDraft, [], store);
    expect(store.stored.size).toBe(0);
  });

  it('Files that are still loading are not forgotten, and invalid stored data is ignored', () => {
    const store = shelf();
    storeDraft(7, 1, withText(emptyDraft, 'a'), [{ id: 'later', kind: 'audio', caption: '' }], store);
    expect(readDraft(7, 1, store).files.map(({ id }) => id)).toEqual(['later']);
    for (const strange of ['{', '7', '{"body":4,"quoted":{"id":"x"},"files":[{"id":1}]}']) {
      store.stored.set('balcao.draft.7.1', strange);
      expect(readDraft(7, 1, store)).toEqual({ draft: emptyDraft, files: [] });
    }
  });
});
