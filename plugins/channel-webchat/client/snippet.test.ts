import { expect, it } from 'vitest';
import { snippetOf } from './snippet.ts';

it('The snippet is one line to paste, with the platform’s own address', () => {
  expect(
    snippetOf(
      { scriptPath: '/plugins/channel-webchat/public/widget.js', address: 'abc-DEF_123' },
      'https://app.example',
    ),
  ).toBe(
    '<script src="https://app.example/plugins/channel-webchat/public/widget.js" data-address="abc-DEF_123" async></script>',
  );
});
