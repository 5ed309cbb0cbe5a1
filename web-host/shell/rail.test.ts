// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { settingsKey, type MenuEntry } from './menu.ts';
import { fit } from './Rail.tsx';

const entry = (key: string, section: MenuEntry['section']): MenuEntry =>
  ({ key, section, path: `/${key}`, label: key, icon: () => null }) as never;
const entries = [
  ...['tickets', 'chats', 'campaigns', 'flows'].map((key) => entry(key, 'work')),
  ...['contacts', 'tags'].map((key) => entry(key, 'relations')),
  ...['connections', 'users', settingsKey].map((key) => entry(key, 'administration')),
];
const keysAt = (height: number, current?: MenuEntry) => {
  const { shown, waiting } = fit(entries, new Set(), current, height);
  return { shown: shown.map(({ key }) => key), waiting: waiting.map(({ key }) => key) };
};

it('In a high window every entry of the menu is shown', () => {
  expect(keysAt(1000).waiting).toEqual([]);
});

it('In a low window the settings and the page that is open stay, and the entries before them wait', () => {
  expect(keysAt(260, entries[7])).toEqual({
    shown: ['tickets', 'chats', 'campaigns', 'users', settingsKey],
    waiting: ['flows', 'contacts', 'tags', 'connections'],
  });
  expect(keysAt(40, entries[0]).shown).toEqual(['tickets', settingsKey]);
});
