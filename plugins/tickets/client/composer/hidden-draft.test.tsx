// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react';
import { Activity } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readDraft, withFiles, withText, type Draft, type DraftFile } from '../model/drafts.ts';
import { changeDraft, useDraft } from './useDraft.ts';

/** Addresses of previews that can be shown. */
let previews: Set<string>;
let issued = 0;
beforeEach(() => {
  previews = new Set();
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
    const address = `blob:${(issued += 1)}`;
    previews.add(address);
    return address;
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((address) => void previews.delete(address));
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.restoreAllMocks();
});

const fileOf = (id: string, kind: DraftFile['kind']): DraftFile => {
  const file = new File(['…'], `${id}.bin`);
  return { id, kind, file, preview: URL.createObjectURL(file), caption: '' };
};

let shown: ReturnType<typeof useDraft>;
function Field() {
  shown = useDraft(1, 7);
  return null;
}
const page = (mode: 'visible' | 'hidden') => (
  <Activity mode={mode}>
    <Field />
  </Activity>
);
const change = (step: (draft: Draft) => Draft) => act(async () => shown.change(step));
const files = () => shown.draft.files.map(({ id, preview }) => ({ id, isShown: previews.has(preview) }));

test('A draft shown again after the session ended has its pictures, and the recording that was cut off meanwhile', async () => {
  const view = render(page('visible'));
  await change((draft) => withFiles(draft, [fileOf('foto', 'image')]));
  expect(files()).toEqual([{ id: 'foto', isShown: true }]);
  view.rerender(page('hidden'));
  const cutOff = fileOf('audio', 'audio');
  await act(async () => changeDraft(1, 7, (draft) => withFiles(draft, [cutOff])));
  // It survives a closed window too.
  expect(readDraft(1, 7).files.map(({ id }) => id)).toEqual(['foto', 'audio']);
  await act(async () => view.rerender(page('visible')));
  expect(files()).toEqual([
    { id: 'foto', isShown: true },
    { id: 'audio', isShown: true },
  ]);
  await change((draft) => withText(draft, 'Segue'));
  expect(readDraft(1, 7).files.map(({ id }) => id)).toEqual(['foto', 'audio']);
  view.unmount();
  expect([...previews]).toEqual([]);
});
