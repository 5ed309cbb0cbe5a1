// @vitest-environment jsdom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { api, ApiError, hostSide } from '@balcao/sdk/client';
import { SchemaForm } from '@balcao/sdk/ui';
import type { SettingField } from './fields.ts';
import { useSaveField } from './use-save-field.ts';

const errors = { fallback: 'Ocorreu um erro!', ERR_OFFLINE: 'Sem conexão.' };
beforeAll(async () => {
  await hostSide.addTexts('errors', { pt: errors, en: errors, es: errors });
  await hostSide.addTexts('shell', { pt: {}, en: {}, es: {} });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const field = (key: string, schema: Partial<SettingField['schema']>, value: SettingField['value']): SettingField => ({
  plugin: 'kernel',
  key,
  schema: { type: 'string', label: key, default: '', ...schema },
  value,
});
const stored = [
  field('greeting', {}, 'Olá'),
  field('days', { type: 'integer' }, 30),
  field('sound', { type: 'boolean' }, false),
  field('token', { secret: true }, ''),
];

function Options() {
  const { data = [] } = useQuery<SettingField[]>({ queryKey: ['settings', 'schema'], queryFn: () => stored });
  const { faults, save } = useSaveField(() => undefined);
  return (
    <SchemaForm
      commit="finish"
      t={(key) => key}
      fields={data.map(({ key, schema }) => ({ key, schema, error: faults[key] }))}
      values={Object.fromEntries(data.map(({ key, value }) => [key, value]))}
      onChange={(key, value) => {
        const changed = data.find((one) => one.key === key);
        if (changed) save(changed, value);
      }}
    />
  );
}
const show = (client = new QueryClient()) =>
  render(
    <FluentProvider theme={webLightTheme}>
      <QueryClientProvider client={client}>
        <Options />
      </QueryClientProvider>
    </FluentProvider>,
  );

test('A typed option stays in its field when it could not be saved', async () => {
  const put = vi.spyOn(api, 'put').mockRejectedValue(new ApiError(0, 'ERR_OFFLINE'));
  show();
  for (const [label, text] of [
    ['greeting', 'Olá, como posso ajudar?'],
    ['days', '45'],
  ] as const) {
    const box = await screen.findByLabelText(label);
    fireEvent.change(box, { target: { value: text } });
    fireEvent.blur(box);
    await vi.waitFor(() => expect(box.getAttribute('aria-invalid')).toBe('true'));
    expect(box).toHaveProperty('value', text);
  }
  expect(screen.getAllByText('Sem conexão.')).toHaveLength(2);
  put.mockImplementation(async (_path, body) => ({ value: (body as { value: string }).value }) as never);
  fireEvent.keyDown(screen.getByLabelText('greeting'), { key: 'Enter' });
  await vi.waitFor(() => expect(screen.getAllByText('Sem conexão.')).toHaveLength(1));
  expect(put.mock.lastCall?.[1]).toEqual({ key: 'greeting', value: 'Olá, como posso ajudar?', known: 'Olá' });
});

test('An option that was not saved stays when the connection returns, and is saved then', async () => {
  const put = vi.spyOn(api, 'put').mockRejectedValue(new ApiError(0, 'ERR_OFFLINE'));
  const client = new QueryClient();
  show(client);
  const box = await screen.findByLabelText('greeting');
  fireEvent.change(box, { target: { value: 'Bom dia!' } });
  fireEvent.blur(box);
  await vi.waitFor(() => expect(screen.getAllByText('Sem conexão.')).toHaveLength(1));
  const answer = Promise.withResolvers<never>();
  put.mockReturnValue(answer.promise);
  await client.refetchQueries({ queryKey: ['settings', 'schema'] });
  expect(box).toHaveProperty('value', 'Bom dia!');
  await vi.waitFor(() => expect(put.mock.lastCall?.[1]).toEqual({ key: 'greeting', value: 'Bom dia!', known: 'Olá' }));
  expect(put).toHaveBeenCalledTimes(2);
  // A choice whose answer is still awaited is not replaced either.
  await client.refetchQueries({ queryKey: ['settings', 'schema'] });
  expect(box).toHaveProperty('value', 'Bom dia!');
  answer.resolve({ value: 'Bom dia!' } as never);
  await vi.waitFor(() => expect(screen.queryAllByText('Sem conexão.')).toHaveLength(0));
  expect(box).toHaveProperty('value', 'Bom dia!');
});

test('Of two values typed while the server is away the newer one stays, and is saved over the stored one', async () => {
  const first = Promise.withResolvers<never>();
  const put = vi.spyOn(api, 'put').mockReturnValueOnce(first.promise);
  put.mockRejectedValue(new ApiError(0, 'ERR_OFFLINE'));
  const client = new QueryClient();
  show(client);
  const box = await screen.findByLabelText('greeting');
  for (const text of ['Bom dia!', 'Boa tarde!']) {
    fireEvent.change(box, { target: { value: text } });
    fireEvent.blur(box);
    await vi.waitFor(() => expect(put).toHaveBeenCalled());
  }
  first.reject(new ApiError(0, 'ERR_OFFLINE'));
  await vi.waitFor(() => expect(screen.getAllByText('Sem conexão.')).toHaveLength(1));
  put.mockImplementation(async (_path, body) => ({ value: (body as { value: string }).value }) as never);
  await client.refetchQueries({ queryKey: ['settings', 'schema'] });
  await vi.waitFor(() => expect(screen.queryAllByText('Sem conexão.')).toHaveLength(0));
  expect(box).toHaveProperty('value', 'Boa tarde!');
  expect(put.mock.calls.map(([, body]) => body)).toEqual([
    { key: 'greeting', value: 'Bom dia!', known: 'Olá' },
    { key: 'greeting', value: 'Boa tarde!', known: 'Olá' },
    { key: 'greeting', value: 'Boa tarde!', known: 'Olá' },
  ]);
});

test('A secret that could not be saved is neither sent again by itself nor stored among the options', async () => {
  const put = vi.spyOn(api, 'put').mockRejectedValue(new ApiError(0, 'ERR_OFFLINE'));
  const client = new QueryClient();
  show(client);
  const box = await screen.findByLabelText('token');
  fireEvent.change(box, { target: { value: 'chave-nova' } });
  fireEvent.blur(box);
  await vi.waitFor(() => expect(screen.getAllByText('Sem conexão.')).toHaveLength(1));
  await client.refetchQueries({ queryKey: ['settings', 'schema'] });
  expect(put).toHaveBeenCalledTimes(1);
  expect(JSON.stringify(client.getQueryData(['settings', 'schema']))).not.toContain('chave-nova');
});

test('A switch that could not be saved shows the stored value again', async () => {
  vi.spyOn(api, 'put').mockRejectedValue(new ApiError(0, 'ERR_OFFLINE'));
  show();
  const sound = await screen.findByRole('switch', { name: 'sound' });
  fireEvent.click(sound);
  await vi.waitFor(() => expect(sound).toHaveProperty('checked', true));
  await vi.waitFor(() => expect(sound).toHaveProperty('checked', false));
});
