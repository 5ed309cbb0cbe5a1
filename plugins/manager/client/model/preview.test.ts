import { expect, test } from 'vitest';
import { previewOf } from './preview.ts';

test('the last message is cut at thirty characters', () => {
  const lastMessage = 'Já mandei tudo, ninguém respondeu até agora';
  expect(previewOf({ lastMessage, lastMessageType: 'text' })).toEqual({ text: 'Já mandei tudo, ninguém respon…' });
});

test('a small map inside the text, and a shared place, are shown as a location', () => {
  const map = 'data:image/png;base64,iVBORw0KGgo= | https://maps.google.com/?q=-23,-46';
  expect(previewOf({ lastMessage: map, lastMessageType: 'text' })).toEqual({ kind: 'location' });
  expect(previewOf({ lastMessage: 'Praça da Sé', lastMessageType: 'location' })).toEqual({ kind: 'location' });
});

test('a file without words is named by its kind', () => {
  expect(previewOf({ lastMessage: '', lastMessageType: 'audio' })).toEqual({ kind: 'audio' });
  expect(previewOf({ lastMessage: 'ata.pdf', lastMessageType: 'document' })).toEqual({
    text: 'ata.pdf',
    kind: 'document',
  });
  expect(previewOf({ lastMessage: '', lastMessageType: 'text' })).toEqual({ kind: 'none' });
});
