import { expect, it } from 'vitest';
import en from '../locales/en.json' with { type: 'json' };
import es from '../locales/es.json' with { type: 'json' };
import pt from '../locales/pt.json' with { type: 'json' };

const texts = (table: object, path = ''): [string, string][] =>
  Object.entries(table).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[`${path}${key}`, value] as [string, string]]
      : texts(value as object, `${path}${key}.`),
  );
const placeholders = (text: string) => text.match(/\{\{\w+\}\}/g)?.toSorted() ?? [];

it.each([
  ['en', en],
  ['es', es],
])('The widget has all texts in %s that it has in Portuguese', (_language, table) => {
  const there = new Map(texts(table));
  expect([...there.keys()].toSorted()).toEqual(
    texts(pt)
      .map(([key]) => key)
      .toSorted(),
  );
  for (const [key, text] of texts(pt))
    expect([key, placeholders(there.get(key) ?? '')]).toEqual([key, placeholders(text)]);
});
