import { expect, test } from 'vitest';
import { fileFault } from './attached-file.ts';
import { quickMessageFaults, withoutSlash } from './quick-message-form.ts';

const sound = { shortcode: 'saudacao', message: 'Olá!', priority: 3 as const };

test('a quick message has a shortcode of 3 to 50 characters and a message of at most 5000', () => {
  expect(quickMessageFaults(sound, false)).toEqual({});
  expect(quickMessageFaults({ ...sound, shortcode: ' / ' }, false)).toEqual({ shortcode: 'required' });
  expect(quickMessageFaults({ ...sound, shortcode: '/ab' }, false)).toEqual({ shortcode: 'tooShort' });
  expect(quickMessageFaults({ ...sound, shortcode: 'a'.repeat(51), message: 'a'.repeat(5001) }, false)).toEqual({
    shortcode: 'tooLong',
    message: 'messageTooLong',
  });
});

test('a quick message needs a text or a file', () => {
  expect(quickMessageFaults({ ...sound, message: '  ' }, false)).toEqual({ message: 'nothingToSay' });
  expect(quickMessageFaults({ ...sound, message: '' }, true)).toEqual({});
});

test('a leading slash is removed from a shortcode', () => {
  expect(withoutSlash(' //ola')).toBe('ola');
  expect(withoutSlash('e/ou')).toBe('e/ou');
});

test('a file has an accepted type, is not empty and has at most 50 MB', () => {
  expect(fileFault({ name: 'a.PDF', size: 52_428_800 })).toBeUndefined();
  expect(fileFault({ name: 'a.pdf', size: 52_428_801 })).toBe('fileTooLarge');
  expect(fileFault({ name: 'a.exe', size: 1 })).toBe('fileNotAccepted');
  expect(fileFault({ name: 'pdf', size: 1 })).toBe('fileNotAccepted');
  expect(fileFault({ name: 'a.png', size: 0 })).toBe('fileEmpty');
});
