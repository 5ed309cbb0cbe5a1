// @vitest-environment jsdom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Activity, useState } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { hostSide } from '../index.ts';
import { DateField, FormDialog, FormRow, NumberField, SchemaForm, Spinner } from './index.ts';

const shell = {
  ui: {
    wholeNumberWanted: 'Informe um número inteiro.',
    numberBetween: 'Informe um número de {{min}} a {{max}}.',
    noSuchDay: 'O dia {{day}} não existe.',
    wholeDayWanted: 'Escreva a data inteira: {{form}}.',
    dateForm: 'DD/MM/AAAA',
    calendar: 'Abrir o calendário',
    cancel: 'Cancelar',
    close: 'Fechar',
    add: 'Adicionar',
    entry: 'Adicionar item',
    removeEntry: 'Remover {{entry}}',
    entryTwice: '“{{entry}}” já está na lista.',
    loading: 'Carregando',
  },
};

beforeAll(() => hostSide.addTexts('shell', { pt: shell, en: shell, es: shell }));
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

function Form({ onSubmit }: { onSubmit: (values: object) => void }) {
  const [wait, setWait] = useState('5');
  const [due, setDue] = useState('2026-12-31');
  return (
    <FluentProvider theme={webLightTheme}>
      <FormDialog
        open
        title="Prazo"
        submitLabel="Salvar"
        onSubmit={() => onSubmit({ wait, due })}
        onClose={() => undefined}
      >
        <FormRow label="Espera" name="wait">
          <NumberField min={0} max={3600} value={wait} onChange={setWait} />
        </FormRow>
        <FormRow label="Vencimento" name="due">
          <DateField value={due} onChange={setDue} />
        </FormRow>
      </FormDialog>
    </FluentProvider>
  );
}
const write = (label: string, value: string): HTMLElement => {
  const field = screen.getByRole('textbox', { name: label });
  fireEvent.change(field, { target: { value } });
  fireEvent.blur(field);
  return field;
};

test('A number typed as in Brazil is shown as the stored number', () => {
  const submit = vi.fn<(values: object) => void>();
  render(<Form onSubmit={submit} />);
  expect(write('Espera', '1.500')).toHaveProperty('value', '1500');
  fireEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(submit).toHaveBeenCalledWith({ wait: '1500', due: '2026-12-31' });
});

test('A number above the maximum shows the maximum, and an invalid number stays for correction', () => {
  render(<Form onSubmit={() => undefined} />);
  expect(write('Espera', '999999999999')).toHaveProperty('value', '999999999999');
  screen.getByText('Informe um número de 0 a 3600.');
  const field = write('Espera', 'abc');
  screen.getByText('Informe um número inteiro.');
  fireEvent.change(field, { target: { value: '10' } });
  expect(screen.queryByText('Informe um número inteiro.')).toBeNull();
});

test('A date that does not exist stays with an error, and no other date is saved', () => {
  const submit = vi.fn<(values: object) => void>();
  render(<Form onSubmit={submit} />);
  const field = write('Vencimento', '31/02/2027');
  expect(field).toHaveProperty('value', '31/02/2027');
  screen.getByText('O dia 31/02/2027 não existe.');
  fireEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(submit).not.toHaveBeenCalled();
  write('Vencimento', '31/0');
  screen.getByText('Escreva a data inteira: DD/MM/AAAA.');
  write('Vencimento', '28022027');
  expect(screen.queryByText(/não existe|inteira/)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(submit).toHaveBeenCalledWith({ wait: '5', due: '2027-02-28' });
});

test('An unfinished date, option and secret stay as typed after the session ended and came back', async () => {
  const schema = (label: string, secret: boolean) => ({ type: 'string' as const, label, default: '', secret });
  const page = (mode: 'visible' | 'hidden') => (
    <Activity mode={mode}>
      <Form onSubmit={() => undefined} />
      <SchemaForm
        commit="finish"
        fields={[
          { key: 'greeting', schema: schema('Saudação', false) },
          { key: 'token', schema: schema('Token', true) },
        ]}
        values={{ greeting: 'Olá', token: true }}
        onChange={() => undefined}
        t={(key) => key}
      />
    </Activity>
  );
  const view = render(page('visible'));
  write('Vencimento', '31/0');
  fireEvent.change(screen.getByLabelText('Saudação'), { target: { value: 'Olá, tudo' } });
  fireEvent.change(screen.getByLabelText('Token'), { target: { value: 'abc' } });
  await act(async () => view.rerender(page('hidden')));
  await act(async () => view.rerender(page('visible')));
  expect(screen.getByLabelText('Vencimento')).toHaveProperty('value', '31/0');
  screen.getByText('Escreva a data inteira: DD/MM/AAAA.');
  expect(screen.getByLabelText('Saudação')).toHaveProperty('value', 'Olá, tudo');
  expect(screen.getByLabelText('Token')).toHaveProperty('value', 'abc');
});

test('Enter in half a date shows its error, and no other date is saved', () => {
  const submit = vi.fn<(values: object) => void>();
  render(<Form onSubmit={submit} />);
  const field = screen.getByRole('textbox', { name: 'Vencimento' });
  fireEvent.change(field, { target: { value: '31/0' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  fireEvent.submit(field);
  expect(submit).not.toHaveBeenCalled();
  screen.getByText('Escreva a data inteira: DD/MM/AAAA.');
});

test('A date field outside a form shows its error itself', () => {
  render(<DateField aria-label="Desde" value="" onChange={() => undefined} />);
  write('Desde', '31/02/2027');
  screen.getByText('O dia 31/02/2027 não existe.');
});

test('A number setting parses 1.500 as 1500, and shows that', () => {
  const changed = vi.fn<(key: string, value: unknown) => void>();
  const schema = { type: 'integer', label: 'days', default: 30, minimum: 1, maximum: 9999 } as const;
  render(
    <SchemaForm
      commit="finish"
      fields={[{ key: 'days', schema }]}
      values={{ days: 1500 }}
      onChange={changed}
      t={(key) => key}
    />,
  );
  expect(write('days', '1.500')).toHaveProperty('value', '1500');
  expect(changed).not.toHaveBeenCalled();
});

test('A spinner has a default accessible name, unless it has a label or is hidden beside a text', () => {
  render(
    <>
      <Spinner />
      <Spinner label="Enviando" />
      <Spinner aria-label="Ligando" />
      <Spinner aria-hidden="true" />
    </>,
  );
  expect(screen.getAllByRole('progressbar').map(({ ariaLabel }) => ariaLabel)).toEqual(['Carregando', null, 'Ligando']);
  screen.getByRole('progressbar', { name: 'Enviando' });
});

test('A list field adds entries without duplicates, and removes them', () => {
  const changed = vi.fn<(key: string, value: unknown) => void>();
  const schema = { type: 'string', label: 'origins', default: 'A', format: 'list', entryLength: 10 } as const;
  const shown = (value: string) => (
    <SchemaForm
      commit="finish"
      fields={[{ key: 'origins', schema }]}
      values={{ origins: value }}
      onChange={changed}
      t={(key) => key}
    />
  );
  const { rerender } = render(shown(',,RÁDIO,radio, ,FEIRA'));
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['RÁDIO', 'FEIRA']);
  const field = screen.getByRole('textbox', { name: 'origins' });
  expect(field).toHaveProperty('maxLength', 10);
  const enter = (text: string) => {
    fireEvent.change(field, { target: { value: text } });
    fireEvent.keyDown(field, { key: 'Enter' });
  };
  enter('Rádio');
  screen.getByText('“RÁDIO” já está na lista.');
  expect(changed).not.toHaveBeenCalled();
  enter('  Panfleto ');
  expect(changed).toHaveBeenLastCalledWith('origins', 'RÁDIO,FEIRA,Panfleto');
  rerender(shown('RÁDIO,FEIRA,Panfleto'));
  fireEvent.change(field, { target: { value: 'TV, radio' } });
  expect(changed).toHaveBeenLastCalledWith('origins', 'RÁDIO,FEIRA,Panfleto,TV');
  fireEvent.click(screen.getByRole('button', { name: 'Remover FEIRA' }));
  expect(changed).toHaveBeenLastCalledWith('origins', 'RÁDIO,Panfleto');
});
