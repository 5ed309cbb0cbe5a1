// @vitest-environment jsdom
import { FluentProvider, Input, webLightTheme } from '@fluentui/react-components';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { api, dismissToast, hostSide, queryClient, useToastNotices, type ToastNotice } from '../index.ts';
import { EditDialog, EditableList, FormRow, usePages } from './index.ts';
import type { EditableListProps, Removal } from './index.ts';

interface Idea {
  id: number;
  text: string;
}

const shell = {
  ui: {
    actions: 'Ações',
    add: 'Adicionar',
    cancel: 'Cancelar',
    clearSearch: 'Limpar busca',
    close: 'Fechar',
    delete: 'Excluir {{name}}',
    edit: 'Editar {{name}}',
    loading: 'Carregando',
    loadingMore: 'Carregando mais',
    loadFailed: 'Não foi possível carregar',
    retry: 'Tentar de novo',
    save: 'Salvar',
  },
};
const errors = { fallback: 'Ocorreu um erro!', ERR_TAKEN: 'Já existe uma igual.', ERR_TIRED: 'O servidor descansa.' };

/** The rows of the server, the received requests, and the rejections from now on. */
let stored: Idea[] = [];
let requests: string[] = [];
let refuses: (question: string) => string | undefined;
let toasts: readonly ToastNotice[] = [];
/** True if the list is scrolled to its end. */
let isAtEnd = false;
const pageSize = 2;

const answer = (method: string, address: URL, body: string): unknown => {
  const id = Number(address.pathname.split('/')[3]);
  if (method === 'POST')
    stored = [...stored, { id: Math.max(0, ...stored.map((one) => one.id)) + 1, ...JSON.parse(body) }];
  if (method === 'PUT') stored = stored.map((one) => (one.id === id ? { ...one, ...JSON.parse(body) } : one));
  if (method === 'DELETE') stored = stored.filter((one) => one.id !== id);
  if (method !== 'GET') return {};
  const found = stored.filter(({ text }) => text.toLowerCase().includes(address.searchParams.get('searchParam') ?? ''));
  const from = (Number(address.searchParams.get('pageNumber')) - 1) * pageSize;
  const records = found.slice(from, from + pageSize);
  return { records, hasMore: found.length > from + pageSize, count: found.length };
};

beforeAll(async () => {
  await hostSide.addTexts('shell', { pt: shell, en: shell, es: shell });
  await hostSide.addTexts('errors', { pt: errors, en: errors, es: errors });
});
beforeEach(() => {
  stored = [];
  requests = [];
  refuses = () => undefined;
  isAtEnd = false;
  const still = { observe() {}, unobserve() {}, disconnect() {} };
  vi.stubGlobal('ResizeObserver', function () {
    return still;
  });
  vi.stubGlobal('IntersectionObserver', function (tell: (entries: { isIntersecting: boolean }[]) => void) {
    return { ...still, observe: () => tell([{ isIntersecting: isAtEnd }]) };
  });
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: { method?: string; body?: string } = {}) => {
    const address = new URL(path, 'http://desk.example');
    const question = `${method} ${address.pathname.replace('/api', '')}${method === 'GET' ? address.search : ` ${body}`}`;
    requests.push(question);
    const code = refuses(question);
    return code === undefined
      ? Response.json(answer(method, address, body ?? ''))
      : Response.json({ error: code }, { status: 409 });
  });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  for (const { id } of toasts) dismissToast(id);
  vi.unstubAllGlobals();
});

function Toasts() {
  toasts = useToastNotices();
  return null;
}
function Ideas(props: Partial<EditableListProps<Idea>>) {
  const ideas = usePages<Idea>('/ideas');
  return (
    <EditableList
      title="Ideias"
      list={ideas}
      columns={[{ id: 'text', header: 'Texto', touch: 'title', cell: ({ text }) => text }]}
      nameOf={({ text }) => text}
      search="Buscar ideia"
      add="Nova ideia"
      empty={{ title: 'Nenhuma ideia ainda', text: 'Escreva a primeira.' }}
      notFound={{ title: `Nada para ${ideas.term}` }}
      form={(idea, close) => (
        <EditDialog
          list={ideas}
          row={idea}
          blank={{ text: '' }}
          title={idea ? 'Editar ideia' : 'Escrever ideia'}
          saved="Ideia guardada."
          failed="A ideia não foi guardada."
          onClose={close}
        >
          {({ text }, change) => (
            <FormRow label="Texto" name="text">
              <Input value={text} onChange={(_, { value }) => change({ text: value })} />
            </FormRow>
          )}
        </EditDialog>
      )}
      {...props}
    />
  );
}
const show = (props: Partial<EditableListProps<Idea>> = {}, address = '/ideas') =>
  render(
    <MemoryRouter initialEntries={[address]}>
      <QueryClientProvider client={queryClient}>
        <FluentProvider theme={webLightTheme}>
          <Ideas {...props} />
          <Toasts />
        </FluentProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  );
const button = (name: string) => screen.findByRole('button', { name, hidden: true });
const press = async (name: string) => {
  const found = await button(name);
  found.focus();
  fireEvent.click(found);
};
const named = (name: string) => screen.findByText(name);
const gone = (name: string) => waitFor(() => expect(screen.queryByText(name)).toBeNull());
const expectToast = (kind: ToastNotice['kind'], text: string) =>
  waitFor(() => expect(toasts.map((notice) => [notice.kind, notice.text])).toContainEqual([kind, text]));
const asking = (): Removal => ({
  title: 'Excluir a ideia?',
  text: 'Não há como desfazer.',
  verb: 'Excluir ideia',
  done: 'Ideia excluída.',
  failed: 'A ideia não foi excluída.',
});

test('An empty list shows the next step, and then the first added row', async () => {
  show();
  await named('Nenhuma ideia ainda');
  expect(screen.queryByRole('searchbox')).toBeNull();
  await press('Nova ideia');
  fireEvent.change(await screen.findByLabelText('Texto'), { target: { value: 'Café às quartas' } });
  await press('Adicionar');
  await named('Café às quartas');
  await expectToast('success', 'Ideia guardada.');
  expect(stored).toEqual([{ id: 1, text: 'Café às quartas' }]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('An address with new=1 opens the form only for people who may add rows', async () => {
  show({}, '/ideas?tab=all&new=1');
  await screen.findByRole('heading', { name: 'Escrever ideia' });
  cleanup();
  queryClient.clear();
  stored = [{ id: 1, text: 'Café' }];
  show({ add: undefined }, '/ideas?new=1');
  await named('Café');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('A row is edited by its button, by a click and by Enter, and only changed fields are sent', async () => {
  stored = [{ id: 7, text: 'Café', author: 'Ana' } as Idea];
  show();
  await press('Editar Café');
  fireEvent.change(await screen.findByLabelText('Texto'), { target: { value: 'Chá' } });
  await press('Salvar');
  await named('Chá');
  expect(requests).toContain('PUT /ideas/7 {"text":"Chá","known":{"text":"Café"}}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  for (const open of [fireEvent.click, (row: HTMLElement) => fireEvent.keyDown(row, { key: 'Enter' })]) {
    open((await named('Chá')).closest('tr')!);
    await screen.findByRole('heading', { name: 'Editar ideia' });
    await press('Cancelar');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
});

test('A rejected form keeps its values and shows the reason', async () => {
  show();
  refuses = (question) => (question.startsWith('POST') ? 'ERR_TAKEN' : undefined);
  await press('Nova ideia');
  const field = await screen.findByLabelText('Texto');
  fireEvent.change(field, { target: { value: 'Café' } });
  await press('Adicionar');
  await named('Já existe uma igual.');
  await expectToast('error', 'A ideia não foi guardada.');
  expect(field).toHaveProperty('value', 'Café');
});

test('A search is sent in lower case, and one without results is cleared by one button', async () => {
  stored = [
    { id: 1, text: 'Café' },
    { id: 2, text: 'Chá' },
  ];
  show();
  await named('Café');
  const field = screen.getByRole('searchbox');
  fireEvent.change(field, { target: { value: 'CHÁ' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  await gone('Café');
  expect(requests.at(-1)).toBe('GET /ideas?searchParam=ch%C3%A1&pageNumber=1');
  fireEvent.change(field, { target: { value: 'suco' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  await named('Nada para suco');
  fireEvent.click(screen.getAllByRole('button', { name: 'Limpar busca' }).at(-1)!);
  await named('Café');
});

test('A list that cannot be loaded shows the reason and a retry button, and keeps its search', async () => {
  stored = [{ id: 1, text: 'Café' }];
  refuses = () => 'ERR_TIRED';
  for (const within of ['page', 'tab'] as const) {
    refuses = () => 'ERR_TIRED';
    show({ within });
    await named('O servidor descansa.');
    screen.getByRole('searchbox');
    refuses = () => undefined;
    await press('Tentar de novo');
    await named('Café');
    cleanup();
    queryClient.clear();
  }
});

test('More rows are loaded at the end of the list, and after a failure only on request', async () => {
  stored = [1, 2, 3, 4, 5].map((id) => ({ id, text: `Ideia ${id}` }));
  isAtEnd = true;
  refuses = (question) => (question.endsWith('pageNumber=3') ? 'ERR_TIRED' : undefined);
  show();
  await named('Ideia 4');
  await named('O servidor descansa.');
  // An automatic retry would have happened by now.
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(requests.filter((question) => question.endsWith('pageNumber=3'))).toHaveLength(1);
  refuses = () => undefined;
  await press('Tentar de novo');
  await named('Ideia 5');
  await gone('O servidor descansa.');
});

test('A removal that cannot be undone asks for confirmation, and shows the reason of a failure there', async () => {
  stored = [{ id: 3, text: 'Café' }];
  show({ removal: asking });
  await press('Excluir Café');
  refuses = (question) => (question.startsWith('DELETE') ? 'ERR_TIRED' : undefined);
  await press('Excluir ideia');
  const question = await screen.findByRole('alertdialog');
  await within(question).findByText('O servidor descansa.');
  await expectToast('error', 'A ideia não foi excluída.');
  expect(stored).toHaveLength(1);
  refuses = () => undefined;
  await press('Excluir ideia');
  await expectToast('success', 'Ideia excluída.');
  await named('Nenhuma ideia ainda');
  expect(requests).toContain('DELETE /ideas/3 undefined');
});

test('A removal that can be undone is done once and at once, offers to undo it, and moves the focus to the next row', async () => {
  stored = [
    { id: 1, text: 'Café' },
    { id: 2, text: 'Chá' },
  ];
  show({
    removal: ({ text }) => ({ done: `${text} saiu.`, undo: () => api.post('/ideas', { text }) }),
  });
  const first = await button('Excluir Café');
  first.focus();
  fireEvent.click(first);
  fireEvent.click(first);
  await gone('Café');
  await expectToast('undo', 'Café saiu.');
  expect(requests.filter((question) => question.startsWith('DELETE'))).toEqual(['DELETE /ideas/1 undefined']);
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Excluir Chá'));
  toasts.find(({ kind }) => kind === 'undo')?.onUndo?.();
  await named('Café');
});

test('A row shows disabled actions with their reason', async () => {
  stored = [
    { id: 1, text: 'Café' },
    { id: 2, text: 'Chá' },
  ];
  const share = vi.fn<(id: number) => void>();
  show({
    edit: ({ id }) => id === 1,
    removal: ({ id }) => (id === 1 ? 'Esta ideia fica.' : asking()),
    rowActions: ({ id, text }) => [{ icon: <i />, label: `Compartilhar ${text}`, onClick: () => share(id) }],
  });
  const reason = await button('Esta ideia fica.');
  expect(reason.getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(reason);
  expect(screen.queryByRole('alertdialog')).toBeNull();
  await button('Editar Café');
  await button('Excluir Chá');
  expect(screen.queryByRole('button', { name: 'Editar Chá' })).toBeNull();
  await press('Compartilhar Chá');
  expect(share).toHaveBeenCalledExactlyOnceWith(2);
});
