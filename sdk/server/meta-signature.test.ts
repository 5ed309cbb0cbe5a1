import { expect, test } from 'vitest';
import { isMetaVerifyToken, isSignedByMeta } from './meta-signature.ts';

test('Only calls that Meta signed, byte for byte, are accepted', () => {
  const raw = Buffer.from('{"object":"whatsapp_business_account","entry":[]}');
  const right = 'sha256=c84a394cc475525991e78ff16e430b02e47f953877d2af0ade26956ce6f384dc';
  expect(isSignedByMeta('test-app-secret', raw, right)).toBe(true);
  expect(isSignedByMeta('test-app-secret', Buffer.concat([raw, Buffer.from(' ')]), right)).toBe(false);
  expect(isSignedByMeta('another', raw, right)).toBe(false);
  expect(isSignedByMeta('', raw, right)).toBe(false);
  for (const header of [undefined, '', 'sha256=', right.slice(0, -1), [right]])
    expect(isSignedByMeta('test-app-secret', raw, header)).toBe(false);
});

test('Only the verify token that was entered at Meta proves an address, and an empty one proves nothing', () => {
  expect(isMetaVerifyToken('palavra', 'palavra')).toBe(true);
  for (const given of [undefined, '', 'palavr', 'palavra ']) expect(isMetaVerifyToken('palavra', given)).toBe(false);
  expect(isMetaVerifyToken('', '')).toBe(false);
});
