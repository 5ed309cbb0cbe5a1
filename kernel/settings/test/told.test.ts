import { expect, test } from 'vitest';
import type { SettingSchema } from '@balcao/sdk/server';
import { settingUpdate } from '../setting-update.ts';

const told = (schema: Partial<SettingSchema>, addsToSessions = false) =>
  settingUpdate(
    {
      key: 'colour',
      plugin: 'paint',
      schema: { type: 'string', label: 'label', default: '', ...schema } as SettingSchema,
    },
    () => 'red',
    addsToSessions,
  );

test('a setting that everybody of the company may read is told with its value', () => {
  expect(told({})).toEqual({ key: 'colour', value: 'red' });
  expect(told({ superOnly: 'change' })).toEqual({ key: 'colour', value: 'red' });
  expect(told({ refetch: true })).toEqual({ key: 'colour', value: 'red', refetch: true });
});

test('neither a secret nor a setting of the server is told, not even by name', () => {
  expect(told({ secret: true })).toBeUndefined();
  expect(told({ hidden: true })).toBeUndefined();
  expect(told({ secret: true, superOnly: true })).toBeUndefined();
  // Nor does a key of a plugin that adds to the session send every browser to the server.
  expect(told({ secret: true, superOnly: true }, true)).toBeUndefined();
});

test('of a hidden setting on which depends what people see, browsers hear only that they must ask', () => {
  expect(told({ hidden: true, refetch: true })).toEqual({ refetch: true });
});

test('a setting that super users alone may read sends their browsers to the server, and tells others nothing', () => {
  expect(told({ superOnly: true })).toEqual({ superOnly: true });
});

test('a setting of a plugin that adds to the session lets browsers read the session again', () => {
  expect(told({}, true)).toEqual({ key: 'colour', value: 'red', session: true });
});
