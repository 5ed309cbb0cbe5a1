// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { addTexts, translate } from './i18n.ts';

test('texts are there whether a plugin hands them over, a loader of them, or a loader the build wrapped again', async () => {
  const texts = { greeting: 'Olá, {{name}}' };
  const loader = () => Promise.resolve({ default: texts });
  const wrapped = () => Promise.resolve({ default: loader });
  for (const source of [texts, loader, wrapped] as { greeting: string }[]) {
    await addTexts(`plugin-${typeof source}-${String(source).length}`, { pt: source, en: source, es: source });
    expect(translate(`plugin-${typeof source}-${String(source).length}`, 'greeting', { name: 'Ana' })).toBe('Olá, Ana');
  }
});

test('texts that are given again replace the former, as after an update of the plugin', async () => {
  const one = (saved: string) => ({ pt: { saved, old: 'Antigo' }, en: { saved }, es: { saved } });
  await addTexts('plugin-updated', one('Salvo'));
  expect(translate('plugin-updated', 'saved')).toBe('Salvo');
  await addTexts('plugin-updated', { ...one('Gravado'), pt: { saved: 'Gravado' } });
  expect(translate('plugin-updated', 'saved')).toBe('Gravado');
  expect(translate('plugin-updated', 'old')).toBe('old');
});
