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
  const { shown, waiting, isCompact } = fit(entries, new Set(), current, height);
  return { shown: shown.map(({ key }) => key), waiting: waiting.map(({ key }) => key), isCompact };
};

it('In a high window every entry of the menu is shown', () => {
  expect(keysAt(1000)).toMatchObject({ waiting: [], isCompact: false });
});

it('In a window that is a little too low the entries are closer together, and none waits', () => {
  expect(keysAt(360)).toMatchObject({ waiting: [], isCompact: true });
});

it('In a low window the settings and the page that is open stay, and the entries before them wait', () => {
  expect(keysAt(260, entries[7])).toEqual({
    shown: ['tickets', 'chats', 'campaigns', 'flows', 'users', settingsKey],
    waiting: ['contacts', 'tags', 'connections'],
    isCompact: true,
  });
  expect(keysAt(40, entries[0]).shown).toEqual(['tickets', settingsKey]);
});
