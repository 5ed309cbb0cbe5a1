// @vitest-environment jsdom
import { FluentProvider, Input, webLightTheme } from '@fluentui/react-components';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Activity, useState, type ReactNode } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, hostSide, type SettingValue } from '../index.ts';
import { ConfirmDialog, FormDialog, FormRow, SchemaForm, SearchBox, Segment } from './index.ts';
import type { SchemaField } from './index.ts';

const texts = {
  shell: {
    ui: {
      numberWanted: 'Enter a number.',
      wholeNumberWanted: 'Enter a whole number.',
      numberBetween: 'Enter a number from {{min}} to {{max}}.',
      cancel: 'Cancelar',
      close: 'Fechar',
      clearSearch: 'Limpar busca',
      show: 'Mostrar',
      hide: 'Ocultar',
      notSet: 'Não informado',
      discard: { title: 'Descartar alterações?', confirm: 'Descartar', stay: 'Continuar editando' },
    },
  },
  errors: { fallback: 'Ocorreu um erro!', ERR_INVALID_EMAIL: 'E-mail inválido.', ERR_OFFLINE: 'Sem conexão.' },
};

beforeAll(async () => {
  for (const namespace of ['shell', 'errors'] as const) {
    await hostSide.addTexts(namespace, { pt: texts[namespace], en: texts[namespace], es: texts[namespace] });
  }
});
beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const show = (children: ReactNode) => render(<FluentProvider theme={webLightTheme}>{children}</FluentProvider>);

function Form({ onSubmit, onClose = () => undefined }: { onSubmit: () => Promise<void>; onClose?: () => void }) {
  const [email, setEmail] = useState('');
  return (
    <FormDialog open title="Novo usuário" submitLabel="Convidar" onSubmit={onSubmit} onClose={onClose}>
      <FormRow label="E-mail" name="email">
        <Input value={email} onChange={(_, data) => setEmail(data.value)} />
      </FormRow>
    </FormDialog>
  );
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('A form cannot be submitted twice at the same time', async () => {
  let finish: () => void = () => undefined;
  const send = vi.fn<() => Promise<void>>(() => new Promise<void>((resolve) => (finish = resolve)));
  show(<Form onSubmit={send} />);
  press('Convidar');
  press('Convidar');
  expect(send).toHaveBeenCalledTimes(1);
  await act(async () => finish());
  press('Convidar');
  expect(send).toHaveBeenCalledTimes(2);
  await act(async () => finish());
});

test('A rejected form keeps its values, shows the error at the field and focuses it', async () => {
  const close = vi.fn<() => void>();
  show(
    <Form
      onClose={close}
      onSubmit={() => Promise.reject(new ApiError(400, 'ERR_VALIDATION', { email: 'ERR_INVALID_EMAIL' }))}
    />,
  );
  const field = screen.getByLabelText('E-mail');
  fireEvent.change(field, { target: { value: 'marina@' } });
  press('Convidar');
  await screen.findByText('E-mail inválido.');
  expect(field).toHaveProperty('value', 'marina@');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(close).not.toHaveBeenCalled();
  // The error is removed after the field is edited.
  fireEvent.input(field, { target: { value: 'marina@exemplo.com.br' } });
  expect(screen.queryByText('E-mail inválido.')).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
  press('Convidar');
  await screen.findByText('E-mail inválido.');
});

test('A dialog without a form still asks before closing after the session ended and came back', async () => {
  const close = vi.fn<() => void>();
  const page = (mode: 'visible' | 'hidden') => (
    <FluentProvider theme={webLightTheme}>
      <Activity mode={mode}>
        <Form onSubmit={() => Promise.reject(new ApiError(0, 'ERR_OFFLINE'))} onClose={close} />
      </Activity>
    </FluentProvider>
  );
  const view = render(page('visible'));
  const field = screen.getByLabelText('E-mail');
  fireEvent.input(field, { target: { value: 'marina@exemplo.com.br' } });
  press('Convidar');
  await screen.findByText('Sem conexão.');
  await act(async () => view.rerender(page('hidden')));
  await act(async () => view.rerender(page('visible')));
  expect(screen.getByLabelText('E-mail')).toHaveProperty('value', 'marina@exemplo.com.br');
  screen.getByText('Sem conexão.');
  press('Fechar');
  await screen.findByText('Descartar alterações?');
  expect(close).not.toHaveBeenCalled();
});

test('An error without a field is shown above the fields', async () => {
  show(<Form onSubmit={() => Promise.reject(new ApiError(0, 'ERR_OFFLINE'))} />);
  press('Convidar');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Sem conexão.');
});

test('A confirmation whose action fails stays open with the reason', async () => {
  show(
    <ConfirmDialog
      open
      title="Excluir?"
      text="Não dá para desfazer."
      confirmLabel="Excluir"
      onConfirm={() => Promise.reject(new ApiError(0, 'ERR_OFFLINE'))}
      onClose={() => undefined}
    />,
  );
  press('Excluir');
  await screen.findByText('Sem conexão.');
  expect(screen.getByText('Não dá para desfazer.')).toBeTruthy();
});

test('A search runs after a pause in typing, at once on Enter, and is cleared by Esc', () => {
  vi.useFakeTimers();
  const found = vi.fn<(term: string) => void>();
  show(<SearchBox value="" onChange={found} placeholder="Buscar" />);
  const box = screen.getByRole('searchbox');
  fireEvent.change(box, { target: { value: 'ma' } });
  act(() => void vi.advanceTimersByTime(499));
  fireEvent.change(box, { target: { value: 'mar' } });
  act(() => void vi.advanceTimersByTime(499));
  expect(found).not.toHaveBeenCalled();
  act(() => void vi.advanceTimersByTime(1));
  expect(found.mock.calls).toEqual([['mar']]);
  fireEvent.change(box, { target: { value: 'maria' } });
  fireEvent.keyDown(box, { key: 'Enter' });
  expect(found.mock.lastCall).toEqual(['maria']);
  fireEvent.keyDown(box, { key: 'Escape' });
  expect(found.mock.lastCall).toEqual(['']);
  act(() => void vi.advanceTimersByTime(1000));
  expect(found).toHaveBeenCalledTimes(3);
});

test('A space typed at the end of a search stays in the field though its owner searches without it', () => {
  vi.useFakeTimers();
  function Search() {
    const [term, setTerm] = useState('');
    return (
      <>
        <SearchBox value={term} onChange={(next) => setTerm(next.trim())} placeholder="Buscar" />
        <output>{term}</output>
        <button onClick={() => setTerm('')}>Limpar filtros</button>
      </>
    );
  }
  show(<Search />);
  const box = screen.getByRole<HTMLInputElement>('searchbox');
  fireEvent.change(box, { target: { value: 'maria ' } });
  act(() => void vi.advanceTimersByTime(500));
  expect([box.value, screen.getByRole('status').textContent]).toEqual(['maria ', 'maria']);
  fireEvent.change(box, { target: { value: 'maria silva' } });
  act(() => void vi.advanceTimersByTime(500));
  expect([box.value, screen.getByRole('status').textContent]).toEqual(['maria silva', 'maria silva']);
  press('Limpar filtros');
  expect(box.value).toBe('');
});

test('The arrow keys select a view in a segment', () => {
  const chosen = vi.fn<(value: string) => void>();
  const options = [
    { value: 'a', label: 'Atendendo' },
    { value: 'b', label: 'Aguardando' },
  ] as const;
  show(<Segment label="Situação" value="a" onChange={chosen} options={options} />);
  fireEvent.keyDown(screen.getByRole('tab', { name: 'Atendendo' }), { key: 'ArrowRight' });
  expect(chosen).toHaveBeenLastCalledWith('b');
  fireEvent.keyDown(screen.getByRole('tab', { name: 'Atendendo' }), { key: 'ArrowLeft' });
  expect(chosen).toHaveBeenLastCalledWith('b');
  expect(screen.getByRole('tab', { name: 'Aguardando' }).tabIndex).toBe(-1);
});

const field = (key: string, schema: Partial<SchemaField['schema']>): SchemaField => ({
  key,
  schema: { type: 'string', label: key, default: '', ...schema },
});

test('Settings with two values are switches that report the stored values', () => {
  const changed = vi.fn<(key: string, value: SettingValue) => void>();
  const fields = [field('call', { enum: ['enabled', 'disabled'] }), field('flag', { type: 'boolean', default: false })];
  show(<SchemaForm fields={fields} values={{ call: 'enabled' }} onChange={changed} t={(key) => key} />);
  fireEvent.click(screen.getByRole('switch', { name: 'call' }));
  fireEvent.click(screen.getByRole('switch', { name: 'flag' }));
  expect(changed.mock.calls).toEqual([
    ['call', 'disabled'],
    ['flag', true],
  ]);
});

test('An invalid number shows an error and is not saved; a valid one is saved when it is finished', () => {
  const changed = vi.fn<(key: string, value: SettingValue) => void>();
  const fields = [field('days', { type: 'integer', minimum: 1, maximum: 90, default: 30 })];
  show(<SchemaForm commit="finish" fields={fields} values={{ days: 30 }} onChange={changed} t={(key) => key} />);
  const box = screen.getByLabelText('days');
  fireEvent.change(box, { target: { value: '400' } });
  fireEvent.blur(box);
  expect(screen.getByText('Enter a number from 1 to 90.')).toBeDefined();
  for (const wrong of ['0', '12.5', '1e1', 'abc', '']) {
    fireEvent.change(box, { target: { value: wrong } });
    fireEvent.blur(box);
    expect(screen.getByText(/^Enter a (whole )?number/)).toBeDefined();
    expect(box).toHaveProperty('value', wrong);
  }
  expect(changed).not.toHaveBeenCalled();
  fireEvent.change(box, { target: { value: '90' } });
  expect(changed).not.toHaveBeenCalled();
  fireEvent.blur(box);
  expect(changed.mock.calls).toEqual([['days', 90]]);
  expect(screen.queryByText(/^Enter a/)).toBeNull();
});

test('A stored secret is never shown, and only a typed one is sent', () => {
  const changed = vi.fn<(key: string, value: SettingValue) => void>();
  show(
    <SchemaForm
      commit="finish"
      fields={[field('token', { secret: true })]}
      values={{ token: true }}
      onChange={changed}
      t={(key) => key}
    />,
  );
  const box = screen.getByLabelText('token');
  expect(box).toHaveProperty('value', '');
  fireEvent.blur(box);
  expect(changed).not.toHaveBeenCalled();
  fireEvent.change(box, { target: { value: 'novo' } });
  fireEvent.blur(box);
  expect(changed.mock.calls).toEqual([['token', 'novo']]);
});
