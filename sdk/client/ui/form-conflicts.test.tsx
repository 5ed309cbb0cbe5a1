// @vitest-environment jsdom
import { FluentProvider, Input, webLightTheme } from '@fluentui/react-components';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, hostSide } from '../index.ts';
import { FormDialog, FormRow, useForm } from './index.ts';

const shell = {
  ui: {
    cancel: 'Cancelar',
    close: 'Fechar',
    discard: {
      title: 'Descartar alterações?',
      text: 'Ainda não foi salvo.',
      confirm: 'Descartar',
      stay: 'Continuar editando',
    },
    conflict: {
      title_one: '{{names}} alterou estes campos enquanto você editava',
      title_many: '{{names}} alteraram',
      title_other: '{{names}} alteraram',
      choose: 'Escolha um valor.',
      somebody: 'outra pessoa',
      mine: 'O seu',
      of: 'De {{name}}',
      theirs: 'Da outra pessoa',
      empty: '(vazio)',
    },
    gone: { text: 'Outra pessoa excluiu.', copy: 'Copiar o que digitei', notCopied: 'Não copiou' },
    copied: 'Copiado',
  },
};
const errors = { fallback: 'Ocorreu um erro!', ERR_OFFLINE: 'Sem conexão.' };
beforeAll(async () => {
  await hostSide.addTexts('shell', { pt: shell, en: shell, es: shell });
  await hostSide.addTexts('errors', { pt: errors, en: errors, es: errors });
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
  vi.unstubAllGlobals();
});

interface Supplier {
  name: string;
  brings: string;
}
const onion: Supplier = { name: 'Horta', brings: 'cebola' };
type Send = (body: Record<string, unknown>) => Promise<void>;

function SupplierForm({ row, send, onClose = () => undefined }: { row?: Supplier; send: Send; onClose?: () => void }) {
  const form = useForm<Supplier, Supplier>({
    row,
    valuesOf: (of) => ({ name: of?.name ?? '', brings: of?.brings ?? '' }),
    bodyOf: ({ name, brings }) => ({ name: name.trim(), brings }),
  });
  return (
    <FormDialog
      open
      title="Fornecedor"
      submitLabel="Salvar"
      form={form}
      onSubmit={() => send(form.body())}
      onClose={onClose}
    >
      <FormRow label="Nome" name="name">
        <Input value={form.values.name} onChange={(_, { value }) => form.change({ name: value })} />
      </FormRow>
      <FormRow label="Traz" name="brings">
        <Input value={form.values.brings} onChange={(_, { value }) => form.change({ brings: value })} />
      </FormRow>
    </FormDialog>
  );
}
const show = (part: React.ReactNode) => render(<FluentProvider theme={webLightTheme}>{part}</FluentProvider>);
const field = (name: string) => screen.getByRole('textbox', { name, hidden: true });
const type = (label: string, value: string) => fireEvent.input(field(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name, hidden: true }));
const sent = () => vi.fn<Send>(() => Promise.resolve());

test('A form sends only changed fields, with their former values', async () => {
  const send = sent();
  show(<SupplierForm row={onion} send={send} />);
  type('Nome', ' Horta Nova ');
  press('Salvar');
  await waitFor(() => expect(send).toHaveBeenCalledWith({ name: 'Horta Nova', known: { name: 'Horta' } }));
});

test('A form for a new row sends every field, without known values', async () => {
  const send = sent();
  show(<SupplierForm send={send} />);
  type('Nome', 'Horta');
  press('Salvar');
  await waitFor(() => expect(send).toHaveBeenCalledWith({ name: 'Horta', brings: '' }));
});

const refusedOnce = (context: Record<string, unknown>) =>
  vi
    .fn<Send>(() => Promise.resolve())
    .mockRejectedValueOnce(new ApiError(409, 'ERR_CHANGED_MEANWHILE', undefined, context));

test('A field that another person changed too is shown with both values, and saved as decided', async () => {
  const send = refusedOnce({ fields: { name: 'Marina' }, row: { name: 'Sítio', brings: 'alho' } });
  show(<SupplierForm row={onion} send={send} />);
  type('Nome', 'Chácara');
  press('Salvar');
  expect(await screen.findByText(/Marina alterou estes campos/)).toBeTruthy();
  const [mine, theirs] = screen.getAllByRole('radio');
  expect(mine?.closest('.fui-Radio')?.textContent).toContain('Chácara');
  expect(theirs?.closest('.fui-Radio')?.textContent).toContain('De MarinaSítio');
  // Changes by the other person alone are applied.
  expect(field('Traz')).toHaveProperty('value', 'alho');
  press('Salvar');
  expect(await screen.findByText(/Escolha um valor/)).toBeTruthy();
  expect(send).toHaveBeenCalledTimes(1);
  fireEvent.click(mine as HTMLElement);
  press('Salvar');
  await waitFor(() => expect(send).toHaveBeenLastCalledWith({ name: 'Chácara', known: { name: 'Sítio' } }));
});

test('Choosing the other person’s value sends only the remaining fields', async () => {
  const send = refusedOnce({ fields: { name: null }, row: { name: 'Sítio', brings: 'cebola' } });
  show(<SupplierForm row={onion} send={send} />);
  type('Nome', 'Chácara');
  type('Traz', 'alho');
  press('Salvar');
  expect(await screen.findByText(/Outra pessoa alterou/)).toBeTruthy();
  fireEvent.click(screen.getAllByRole('radio')[1] as HTMLElement);
  expect(field('Nome')).toHaveProperty('value', 'Sítio');
  press('Salvar');
  await waitFor(() => expect(send).toHaveBeenLastCalledWith({ brings: 'alho', known: { brings: 'cebola' } }));
});

test('A form whose row was deleted says so, offers to copy the typed values, and does not save', async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve());
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } });
  const send = vi.fn<Send>(() =>
    Promise.reject(new ApiError(404, 'ERR_NO_SUPPLIER_FOUND', undefined, { deleted: true })),
  );
  show(<SupplierForm row={onion} send={send} />);
  type('Nome', 'Chácara');
  press('Salvar');
  expect(await screen.findByText(/Outra pessoa excluiu/)).toBeTruthy();
  expect(field('Nome')).toHaveProperty('value', 'Chácara');
  press('Copiar o que digitei');
  expect(writeText).toHaveBeenCalledWith('Nome: Chácara\nTraz: cebola');
  expect(screen.getByRole('button', { name: 'Salvar', hidden: true })).toHaveProperty('disabled', true);
});

const close = () => vi.fn<() => void>();
const escape = (label: string) => fireEvent.keyDown(field(label), { key: 'Escape' });

test('Esc asks before it discards typed values', async () => {
  const onClose = close();
  show(<SupplierForm row={onion} send={sent()} onClose={onClose} />);
  type('Nome', 'Chácara');
  escape('Nome');
  expect(await screen.findByText('Descartar alterações?')).toBeTruthy();
  press('Continuar editando');
  expect(onClose).not.toHaveBeenCalled();
  expect(field('Nome')).toHaveProperty('value', 'Chácara');
  escape('Nome');
  await screen.findByText('Descartar alterações?');
  press('Descartar');
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
});

test('Esc closes an unchanged form at once, also after an undone change', () => {
  const onClose = close();
  show(<SupplierForm row={onion} send={sent()} onClose={onClose} />);
  type('Nome', 'Chácara');
  type('Nome', 'Horta');
  escape('Nome');
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('A form without useForm also asks after something was typed', async () => {
  const onClose = close();
  show(
    <FormDialog open title="Outro" submitLabel="Salvar" onSubmit={() => undefined} onClose={onClose}>
      <FormRow label="Nota" name="note">
        <Input />
      </FormRow>
    </FormDialog>,
  );
  type('Nota', 'a');
  escape('Nota');
  expect(await screen.findByText('Descartar alterações?')).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
});
