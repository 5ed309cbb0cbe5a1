// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { addTexts, awaitedTexts, hasText, setLanguage, translate } from './i18n.ts';
import { PartLoadError } from './lazy-part.ts';

test('Texts are loaded from an object, a loader, or a loader that the build wrapped again', async () => {
  const texts = { greeting: 'Olá, {{name}}' };
  const loader = () => Promise.resolve({ default: texts });
  const wrapped = () => Promise.resolve({ default: loader });
  for (const source of [texts, loader, wrapped] as { greeting: string }[]) {
    await addTexts(`plugin-${typeof source}-${String(source).length}`, { pt: source, en: source, es: source });
    expect(translate(`plugin-${typeof source}-${String(source).length}`, 'greeting', { name: 'Ana' })).toBe('Olá, Ana');
  }
});

test('Texts that are registered again replace the former ones, as after an update of the plugin', async () => {
  const one = (saved: string) => ({ pt: { saved, old: 'Antigo' }, en: { saved }, es: { saved } });
  await addTexts('plugin-updated', one('Salvo'));
  expect(translate('plugin-updated', 'saved')).toBe('Salvo');
  await addTexts('plugin-updated', { ...one('Gravado'), pt: { saved: 'Gravado' } });
  expect(translate('plugin-updated', 'saved')).toBe('Gravado');
  expect(translate('plugin-updated', 'old')).toBe('old');
});

const both = { title: 'Faturas', row: { due: 'Vence em {{date}}' } };
/** A plugin whose entry contains its title; the loader counts its calls. */
const withFirst = async (id: string) => {
  const loader = vi.fn<() => Promise<{ default: typeof both }>>(async () => ({ default: both }));
  const first = { title: both.title };
  await addTexts(id, { pt: loader, en: loader, es: loader }, { pt: first, en: { title: 'Invoices' }, es: first });
  return loader;
};

test('Texts of an entry are available at once, without a request', async () => {
  const loader = await withFirst('plugin-first');
  expect(translate('plugin-first', 'title')).toBe('Faturas');
  expect(hasText('plugin-first', 'title')).toBe(true);
  expect(loader).not.toHaveBeenCalled();
});

test('The other texts are loaded on the first use, and no key is shown meanwhile', async () => {
  const loader = await withFirst('plugin-rest');
  expect(translate('plugin-rest', 'row.due', { date: '20/11/2026' })).toBe('');
  expect(translate('plugin-rest', 'row.due', { date: '20/11/2026' })).toBe('');
  await awaitedTexts('plugin-rest');
  expect(translate('plugin-rest', 'row.due', { date: '20/11/2026' })).toBe('Vence em 20/11/2026');
  expect(translate('plugin-rest', 'row.none')).toBe('row.none');
  expect(loader).toHaveBeenCalledOnce();
});

test('Texts that failed to load are requested again by the retry of the part that needs them', async () => {
  let isOnline = false;
  const loader = async () => {
    if (!isOnline) throw new Error('the network went away');
    return { default: both };
  };
  await addTexts('plugin-late', { pt: loader, en: loader, es: loader }, { pt: {}, en: {}, es: {} });
  const error = await awaitedTexts('plugin-late')?.catch((failure: unknown) => failure);
  expect(error).toBeInstanceOf(PartLoadError);
  await expect(awaitedTexts('plugin-late')).rejects.toThrow('went away');
  expect(await (error as PartLoadError).retry()).toBe(false);
  isOnline = true;
  expect(await (error as PartLoadError).retry()).toBe(true);
  expect(translate('plugin-late', 'title')).toBe('Faturas');
});

test('Texts that failed to load are loaded without a further use once they can be fetched', async () => {
  vi.resetModules();
  const { addTexts: add, translate: textOf } = await import('./i18n.ts');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let isOnline = false;
  const loader = vi.fn<() => Promise<{ default: typeof both }>>(async () => {
    if (!isOnline) throw new Error('the network went away');
    return { default: both };
  });
  await expect(add('plugin-start', { pt: loader, en: loader, es: loader })).rejects.toThrow('went away');
  expect(textOf('plugin-start', 'title')).toBe('');
  expect(loader).toHaveBeenCalledOnce();
  isOnline = true;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(textOf('plugin-start', 'title')).toBe('Faturas');
  expect(loader).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
});

test('Another language is loaded completely before it is shown', async () => {
  await withFirst('plugin-language');
  await setLanguage('en');
  expect(awaitedTexts('plugin-language')).toBeUndefined();
  expect(translate('plugin-language', 'row.due', { date: '1' })).toBe('Vence em 1');
  await setLanguage('pt');
});
