import { expect, test } from 'vitest';
import type { SettingSchema } from '@balcao/sdk/server';
import { settingUpdate } from '../setting-update.ts';

const sent = (schema: Partial<SettingSchema>, addsToSessions = false) =>
  settingUpdate(
    {
      key: 'colour',
      plugin: 'paint',
      schema: { type: 'string', label: 'label', default: '', ...schema } as SettingSchema,
    },
    () => 'red',
    addsToSessions,
  );

test('A setting that everybody of the company may read is sent with its value', () => {
  expect(sent({})).toEqual({ key: 'colour', value: 'red' });
  expect(sent({ superOnly: 'change' })).toEqual({ key: 'colour', value: 'red' });
  expect(sent({ refetch: true })).toEqual({ key: 'colour', value: 'red', refetch: true });
});

test('Neither a secret nor a setting of the server is sent, not even by name', () => {
  expect(sent({ secret: true })).toBeUndefined();
  expect(sent({ hidden: true })).toBeUndefined();
  expect(sent({ secret: true, superOnly: true })).toBeUndefined();
  // A key of a plugin that adds to the session does not send every browser to the server either.
  expect(sent({ secret: true, superOnly: true }, true)).toBeUndefined();
});

test('For a hidden setting that affects what people see, browsers only receive the request to fetch again', () => {
  expect(sent({ hidden: true, refetch: true })).toEqual({ refetch: true });
});

test('A setting that only super users may read makes their browsers ask the server, and sends nothing to others', () => {
  expect(sent({ superOnly: true })).toEqual({ superOnly: true });
});

test('A setting of a plugin that adds to the session makes browsers read the session again', () => {
  expect(sent({}, true)).toEqual({ key: 'colour', value: 'red', session: true });
});
