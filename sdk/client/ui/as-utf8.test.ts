import { expect, test } from 'vitest';
import { asUtf8 } from './as-utf8.ts';

const text = 'Nome;Telefone\r\nJosé Antônio;5511987650001';

test('A CSV file of an older spreadsheet program is read with its accents', async () => {
  const latin1 = Buffer.from(text, 'latin1');
  const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le');
  for (const bytes of [latin1, utf16, Buffer.from(text)])
    expect(await (await asUtf8(new File([new Uint8Array(bytes)], 'a.csv'))).text()).toBe(text);
});

test('Other files are passed on unchanged', async () => {
  const file = new File([new Uint8Array([0xff, 0xfe, 0x80])], 'a.xlsx');
  expect(await asUtf8(file)).toBe(file);
});
