import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

type Texts = { [key: string]: string | Texts };
const textsOf = (language: string): Texts =>
  JSON.parse(readFileSync(join(import.meta.dirname, `${language}.json`), 'utf8')) as Texts;

const flat = (texts: Texts, path = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${path}${key}`, value] as [string, string]] : flat(value, `${path}${key}.`),
  );
const placeholders = (text: string): string[] =>
  [...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map((found) => found[1] ?? '').sort();

const pt = new Map(flat(textsOf('pt')));

test.each(['en', 'es'])('the %s locale has every key of the Portuguese one, with the same placeholders', (language) => {
  const own = new Map(flat(textsOf(language)));
  expect([...own.keys()].sort()).toEqual([...pt.keys()].sort());
  for (const [key, text] of own) {
    expect(text.trim(), key).not.toBe('');
    expect(placeholders(text), key).toEqual(placeholders(pt.get(key) ?? ''));
  }
});

test('the interface uses the exact words of the specification where it gives them', () => {
  expect(pt.get('shell.login.success')).toBe('Login efetuado com sucesso!');
  expect(pt.get('shell.signup.success')).toBe('Usuário criado com sucesso! Faça seu login!!!.');
  expect(pt.get('shell.signup.failure')).toBe('Erro ao criar usuário. Verifique os dados informados.');
  expect(pt.get('errors.ERR_COMPANY_INACTIVE')).toBe(
    'Opss! Não foi possível autenticar seu usuário. Entre em contato com o Suporte para mais informações!',
  );
  expect(pt.get('errors.ERR_INVOICE_OVERDUE')).toBe(pt.get('errors.ERR_COMPANY_INACTIVE'));
  expect(pt.get('errors.ERR_FILE_TOO_LARGE')).toBe('Arquivo não pode ter o tamanho maior que 50MB');
  expect(pt.get('shell.forgot.weak')).toBe(
    'Sua senha precisa ter no mínimo 8 caracteres, sendo uma letra maiúscula, uma minúscula e um número.',
  );
  expect(pt.get('shell.forgot.unknownEmail')).toBe('E-mail não encontrado');
  expect(pt.get('shell.forgot.failure')).toBe('Ocorreu um erro. Tente novamente mais tarde.');
  expect(pt.get('shell.forgot.mismatch')).toBe('As senhas não correspondem');
});
