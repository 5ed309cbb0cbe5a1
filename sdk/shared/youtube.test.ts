import { expect, test } from 'vitest';
import { youtubeCode } from './youtube.ts';

test('A video’s code is found in every form of YouTube address, and in no other text', () => {
  for (const text of [
    'dQw4w9WgXcQ',
    ' https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=10s ',
    'https://youtu.be/dQw4w9WgXcQ?si=abc',
    'http://m.youtube.com/watch?app=desktop&v=dQw4w9WgXcQ',
    'youtube.com/shorts/dQw4w9WgXcQ',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
    'https://www.youtube.com/live/dQw4w9WgXcQ',
  ])
    expect([text, youtubeCode(text)]).toEqual([text, 'dQw4w9WgXcQ']);
  for (const text of [
    '',
    'abc',
    'um vídeo qualquer',
    'https://vimeo.com/12345678',
    'https://youtube.com.example/watch?v=dQw4w9WgXcQ',
    'https://youtu.be/',
    'javascript:alert(1)',
    'https://www.youtube.com/watch?v="><script>',
  ])
    expect([text, youtubeCode(text)]).toEqual([text, undefined]);
});
