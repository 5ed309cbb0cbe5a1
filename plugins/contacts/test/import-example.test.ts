import { expect, it } from 'vitest';
import { guessColumns, hasHeader } from '../import-columns.ts';
import { exampleSheet } from '../import-example.ts';
import en from '../locales/en.json' with { type: 'json' };
import es from '../locales/es.json' with { type: 'json' };
import pt from '../locales/pt.json' with { type: 'json' };

it('The example spreadsheet is understood by the import in every language', () => {
  for (const { import: texts } of [pt, en, es]) {
    const [header = [], ...rows] = exampleSheet(texts.example.columns)
      .replace(/^\uFEFF/, '')
      .trim()
      .split('\r\n')
      .map((line) => line.split(';'));
    expect(hasHeader(header)).toBe(true);
    expect(guessColumns(header, rows)).toEqual(['name', 'number', 'email', 'origin', `extra:${header[4]}`]);
  }
});
