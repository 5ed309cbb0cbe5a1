// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest';
import { emptyDraft, readDraft, storeDraft } from '../model/drafts.ts';
import { addDraft } from './add-draft.ts';

afterEach(() => localStorage.clear());

it('Text of another page goes below what a person wrote in a conversation that is not open, and into no other', () => {
  storeDraft(7, 1, { ...emptyDraft, body: 'Bom dia, dona Maria.' }, []);
  addDraft(7, 1, 'O prazo é de 30 dias.');
  addDraft(7, 2, 'Sozinho.');
  expect(readDraft(7, 1).draft.body).toBe('Bom dia, dona Maria.\n\nO prazo é de 30 dias.');
  expect(readDraft(7, 2).draft.body).toBe('Sozinho.');
  expect(readDraft(8, 1).draft.body).toBe('');
});
