// @vitest-environment jsdom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { hostSide } from '../index.ts';
import { CopyField } from './CopyField.tsx';
import type { CopyFieldProps } from './CopyField.tsx';

const texts = { 'ui.copy': 'Copiar', 'ui.copied': 'Copiado', 'ui.show': 'Mostrar', 'ui.hide': 'Ocultar' };
beforeAll(() => hostSide.addTexts('shell', { pt: texts, en: texts, es: texts }));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const Field = (props: CopyFieldProps) => (
  <FluentProvider theme={webLightTheme}>
    <CopyField {...props} />
  </FluentProvider>
);
const typeOf = (label: string) => screen.getByLabelText(label).getAttribute('type');

test('a secret is hidden until the person reveals it, and can be hidden again', () => {
  render(<Field label="Chave" value="s3nha" secret />);
  expect(typeOf('Chave')).toBe('password');
  fireEvent.click(screen.getByRole('button', { name: 'Mostrar' }));
  expect(typeOf('Chave')).toBe('text');
  fireEvent.click(screen.getByRole('button', { name: 'Ocultar' }));
  expect(typeOf('Chave')).toBe('password');
});

test('a new secret is hidden although the previous one was revealed', () => {
  const { rerender } = render(<Field label="Chave" value="first" secret />);
  fireEvent.click(screen.getByRole('button', { name: 'Mostrar' }));
  rerender(<Field label="Chave" value="second" secret />);
  expect(typeOf('Chave')).toBe('password');
});

test('a value that becomes secret is hidden', () => {
  const { rerender } = render(<Field label="Chave" value="first" />);
  expect(typeOf('Chave')).toBe('text');
  rerender(<Field label="Chave" value="first" secret />);
  expect(typeOf('Chave')).toBe('password');
});

test('without a clipboard a secret is revealed and selected, because browsers do not copy from password fields', async () => {
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: () => Promise.reject(new Error('refused')) } });
  render(<Field label="Chave" value="s3nha" secret />);
  fireEvent.click(screen.getByRole('button', { name: 'Copiar' }));
  await waitFor(() => expect(typeOf('Chave')).toBe('text'));
  const field = screen.getByLabelText<HTMLInputElement>('Chave');
  expect(document.activeElement).toBe(field);
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, 5]);
});

test('code, which is always readable, cannot be declared as a secret', () => {
  render(<Field label="Trecho" value="<script></script>" code />);
  expect(screen.getByRole('group', { name: 'Trecho' }).textContent).toBe('<script></script>');
  // @ts-expect-error code cannot be secret
  const both: CopyFieldProps = { label: 'Trecho', value: 's3nha', code: true, secret: true };
  expect(both.secret).toBe(true);
});
