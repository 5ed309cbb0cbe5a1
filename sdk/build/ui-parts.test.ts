import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { chatFirstFiles } from './chat-parts.ts';
import { uiBarrel, uiPartFiles, uiPartIds, uiPartOf } from './ui-parts.ts';

const client = join(import.meta.dirname, '../client');
const baseNames = (folder: string): string[] =>
  readdirSync(join(client, folder)).map((file) => file.replace(/\.tsx?$/, ''));

test('Every file listed in a part of the UI kit or of the chat exists', () => {
  const [ui, chat] = [baseNames('ui'), baseNames('chat')];
  expect(
    Object.values(uiPartFiles)
      .flat()
      .filter((name) => !ui.includes(name)),
  ).toEqual([]);
  expect(chatFirstFiles.filter((name) => !chat.includes(name))).toEqual([]);
});

test('Every listed part has a shared file, no file is in two parts, and unlisted files are in that of pages', () => {
  expect(uiPartIds).toEqual(expect.arrayContaining(Object.keys(uiPartFiles).map((part) => `${uiBarrel}/${part}`)));
  const names = Object.values(uiPartFiles).flat();
  expect(new Set(names).size).toBe(names.length);
  expect([uiPartOf('./Avatar.tsx'), uiPartOf('./CopyField.tsx')]).toEqual([`${uiBarrel}/base`, `${uiBarrel}/page`]);
});
