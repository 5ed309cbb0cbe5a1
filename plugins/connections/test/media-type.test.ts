import { expect, test } from 'vitest';
import { mediaTypeOf } from '../contract.ts';

test('A file that can be shown or played is sent as such, and any other file as a document', () => {
  expect(['image/png', 'audio/ogg; codecs=opus', 'video/mp4'].map(mediaTypeOf)).toEqual(['image', 'audio', 'video']);
  expect(['application/pdf', 'text/plain', ''].map(mediaTypeOf)).toEqual(['document', 'document', 'document']);
});
