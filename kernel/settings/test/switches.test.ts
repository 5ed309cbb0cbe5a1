import { expect, test } from 'vitest';
import { PluginGraph } from '../switches.ts';

const plugin = (id: string, parts: object) => ({ id, title: 'title', description: 'description', ...parts });
const graph = new PluginGraph([
  plugin('people', {}),
  plugin('paper', { toggle: 'paperEnabled' }),
  plugin('lists', { onWith: 'mailing', requires: { people: '*', paper: '*' } }),
  plugin('mailing', { toggle: 'mailingEnabled', requires: { lists: '*' } }),
  plugin('labels', { toggle: 'labelsEnabled', requires: { lists: '*' } }),
  plugin('lost', { onWith: 'uninstalled' }),
  plugin('idle', { onWith: 'people' }),
]);
const on = (...toggles: string[]) => {
  const isOn = (id: string): boolean => graph.isOn(id, (toggle) => toggles.includes(toggle));
  return { isOn, refused: (id: string, value: boolean) => () => graph.refuseSwitch(id, value, isOn) };
};

test('A plugin that is on with another follows its toggle, though the other requires it', () => {
  const all = on('mailingEnabled', 'paperEnabled');
  expect([all.isOn('lists'), all.isOn('mailing')]).toEqual([true, true]);
  const none = on('paperEnabled');
  expect([none.isOn('lists'), none.isOn('mailing')]).toEqual([false, false]);
  expect(on('mailingEnabled').isOn('lists')).toBe(false);
});

test('The toggle of several plugins can be switched on, and is refused for what any of them requires', () => {
  expect(on('paperEnabled').refused('mailing', true)).not.toThrow();
  expect(on().refused('mailing', true)).toThrow(expect.objectContaining({ context: { plugins: ['paper'] } }));
});

test('The toggle of several plugins cannot be switched off while another plugin requires one of them', () => {
  expect(on('mailingEnabled', 'paperEnabled').refused('mailing', false)).not.toThrow();
  expect(on('mailingEnabled', 'paperEnabled', 'labelsEnabled').refused('mailing', false)).toThrow(
    expect.objectContaining({ context: { plugins: ['labels'] } }),
  );
  // The plugin that can be switched is named, not the part of it that depends.
  expect(on('mailingEnabled', 'paperEnabled').refused('paper', false)).toThrow(
    expect.objectContaining({ context: { plugins: ['mailing'] } }),
  );
});

test('A plugin that is on with a missing plugin, or with one that has no toggle, is off', () => {
  expect([on().isOn('lost'), on().isOn('idle')]).toEqual([false, false]);
});
