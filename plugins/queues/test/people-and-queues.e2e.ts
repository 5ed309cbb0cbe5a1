import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Person } from '@balcao/testing';
import { logIn, openProduct, type Product } from '../../../scripts/test/product/product.ts';

let product: Product;
let page: Page;
let gestor: Person;

beforeAll(async () => {
  product = await openProduct(inject('databaseUrl'));
  page = await product.windowOf('admin@balcao.local');
  gestor = await product.person('gestor@balcao.local');
});
afterAll(() => product?.close());

/** Navigates by the menu, without a reload. */
const go = async (name: string): Promise<void> => {
  await page.getByRole('navigation').getByRole('link', { name, exact: true }).first().click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
};
/** 8 × 5 pixels. */
const wide = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAFCAIAAAD38zoCAAAAEUlEQVR42mNQj1yEFTHQQQIA/eMtUSyWKd4AAAAASUVORK5CYII=',
  'base64',
);
const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
const dialog = () => page.getByRole('dialog');

test('a person is added with their profile and queues, and can log in at once', async () => {
  await go('Usuários');
  await page.getByRole('button', { name: 'Adicionar usuário' }).click();
  await dialog().getByRole('radio', { name: 'Definir uma senha agora' }).click();
  await dialog().getByRole('button', { name: 'Adicionar' }).click();
  await expect.poll(() => dialog().getByText('Campo obrigatório').count()).toBe(3);

  await dialog().getByLabel('Nome').fill('Beto');
  await dialog().getByLabel('E-mail').fill('admin@balcao.local');
  await dialog().locator('input[type=password]').fill('segredo1');
  await dialog().getByRole('checkbox', { name: 'Pedir uma nova senha no primeiro acesso' }).click();
  await dialog().getByRole('combobox', { name: 'Perfil' }).click();
  await page.getByRole('option', { name: 'Gestor' }).click();
  await dialog().getByRole('button', { name: 'Trabalhista' }).click();
  await dialog().getByRole('button', { name: 'Adicionar' }).click();
  await dialog().getByText('Já existe um usuário com este e-mail.').waitFor();

  await dialog().getByLabel('E-mail').fill('beto@balcao.local');
  await dialog().getByRole('button', { name: 'Adicionar' }).click();
  await dialog().waitFor({ state: 'detached' });
  await expect.poll(() => row('beto@balcao.local').textContent()).toMatch(/Gestor.*Trabalhista/);
  const beto = await product.host.logIn('beto@balcao.local', 'segredo1');
  expect(
    (await beto.get<{ queues: { name: string }[] }>(`/users/${beto.id}`)).body.queues.map(({ name }) => name),
  ).toEqual(['Trabalhista']);
});

test('a person whom a colleague adds, changes or removes is updated on the open page', async () => {
  await go('Usuários');
  await row('Ana Beatriz Souza').waitFor();
  const form = { name: 'Caio Prates', email: 'caio@balcao.local', password: 'segredo1', profile: 'user' };
  const { id } = (await gestor.post<{ id: number }>('/users', form)).body;
  await row('Caio Prates').waitFor();
  await gestor.put(`/users/${id}`, { name: 'Caio Nunes' });
  await row('Caio Nunes').waitFor();
  await gestor.delete(`/users/${id}`);
  await row('Caio Nunes').waitFor({ state: 'detached' });
});

test('several people are added to a queue and deleted at once', async () => {
  for (const name of ['Davi Rocha', 'Elisa Rocha'])
    await gestor.post('/users', { name, email: `${name.slice(0, 4).trim()}@balcao.local`, password: 'segredo1' });
  await go('Usuários');
  expect(await page.getByRole('checkbox', { name: 'Selecionar Marina Azevedo' }).isDisabled()).toBe(true);
  const choose = async (): Promise<void> => {
    for (const name of ['Davi Rocha', 'Elisa Rocha'])
      await page.getByRole('checkbox', { name: `Selecionar ${name}` }).click();
    await page.getByText('2 pessoas selecionadas').waitFor();
  };
  await choose();
  await page.getByRole('main').getByRole('button', { name: 'Departamentos', exact: true }).click();
  await dialog().getByRole('button', { name: 'Incluir', exact: true }).click();
  await dialog().getByText('Campo obrigatório').waitFor();
  await dialog().getByRole('button', { name: 'Trabalhista' }).click();
  await dialog().getByRole('button', { name: 'Incluir', exact: true }).click();
  await row('Davi Rocha').getByText('Trabalhista').waitFor();
  await row('Elisa Rocha').getByText('Trabalhista').waitFor();
  await page.getByText('2 pessoas selecionadas').waitFor({ state: 'detached' });
  await choose();
  await page.getByRole('button', { name: 'Excluir', exact: true }).click();
  await page.getByRole('alertdialog').getByText('Davi Rocha, Elisa Rocha').waitFor();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir 2 pessoas' }).click();
  await row('Davi Rocha').waitFor({ state: 'detached' });
  await row('Elisa Rocha').waitFor({ state: 'detached' });
});

test('a person’s picture is cropped to a square, shown in the list and removed again', async () => {
  await page.getByRole('button', { name: 'Editar Ana Beatriz Souza' }).click();
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    dialog().getByRole('button', { name: 'Adicionar foto' }).click(),
  ]);
  await chooser.setFiles({ name: 'ana.png', mimeType: 'image/png', buffer: wide });
  const cut = page.getByRole('dialog', { name: 'Foto do perfil' });
  await cut.getByRole('img', { name: /^Prévia da foto\. Arraste/ }).press('ArrowLeft');
  await cut.getByRole('radio', { name: 'Mostrar inteira' }).click();
  await cut.getByRole('img', { name: 'Prévia da foto', exact: true }).waitFor();
  await cut.getByRole('button', { name: 'Usar foto' }).click();
  await page.getByText('Foto salva.').waitFor();
  await cut.waitFor({ state: 'detached' });
  // The page under a dialog is hidden from screen readers.
  const face = page.locator('tr', { hasText: 'Ana Beatriz Souza' }).locator('img');
  await face.waitFor({ state: 'attached' });
  expect(await face.evaluate((picture: HTMLImageElement) => picture.decode().then(() => picture.naturalWidth))).toBe(
    512,
  );
  await dialog().getByRole('button', { name: 'Remover foto' }).click();
  await face.waitFor({ state: 'detached' });
  await dialog().getByRole('button', { name: 'Cancelar' }).click();
  await dialog().waitFor({ state: 'detached' });
});

test('a person uploads their own picture in their profile, and the top bar shows it at once', async () => {
  await page.getByRole('button', { name: /^Conta de/ }).click();
  await page.getByRole('menuitem', { name: 'Meu perfil' }).click();
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    dialog().getByRole('button', { name: 'Adicionar foto' }).click(),
  ]);
  await chooser.setFiles({ name: 'eu.png', mimeType: 'image/png', buffer: wide });
  await page.getByRole('dialog', { name: 'Foto do perfil' }).getByRole('button', { name: 'Usar foto' }).click();
  const face = page.locator('header img, [aria-label^="Conta de"] img').first();
  await face.waitFor({ state: 'attached' });
  await dialog().getByRole('button', { name: 'Remover foto' }).click();
  await face.waitFor({ state: 'detached' });
  await dialog().getByRole('button', { name: 'Fechar' }).last().click();
  await dialog().waitFor({ state: 'detached' });
});

test('a withdrawn invitation disappears from the list, and its link shows that it is invalid', async () => {
  const invited = await gestor.post<{ link: string }>('/users/invite', {
    name: 'Fábio Reis',
    email: 'fabio@balcao.local',
  });
  const visitor = await product.visitor();
  const link = invited.body.link.replace(/^https?:\/\/[^/]+/, product.host.url);
  await visitor.goto(link);
  await visitor.getByRole('heading', { name: 'Olá, Fábio Reis!' }).waitFor();
  await row('Fábio Reis').getByText('Convidada').waitFor();
  await page.getByRole('button', { name: 'Retirar o convite de Fábio Reis' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Retirar convite' }).click();
  await row('Fábio Reis').waitFor({ state: 'detached' });
  // A page that is already open shows it when the form is sent, a page opened later at once.
  await visitor.getByLabel('Sua senha').fill('Pão-quente-às-6');
  await visitor.getByLabel('Confirme a senha').fill('Pão-quente-às-6');
  await visitor.getByRole('button', { name: 'Criar senha e entrar' }).click();
  await visitor.getByText('Este link não vale mais').waitFor();
  await visitor.reload();
  await visitor.getByText('Este link não vale mais').waitFor();
  await visitor.context().close();
});

test('a person with a password set by an admin must choose their own at the first login', async () => {
  const given = { name: 'Gina Melo', email: 'gina@balcao.local', password: 'Emprestada-1', mustChangePassword: true };
  const { id } = (await gestor.post<{ id: number }>('/users', { ...given, profile: 'user' })).body;
  const visitor = await product.visitor();
  await visitor.goto(`${product.host.url}/login`);
  await logIn(visitor, given.email, given.password);
  await visitor.getByRole('heading', { name: 'Crie a sua senha' }).waitFor();
  const own = visitor.getByLabel('Nova senha');
  await own.fill(given.password);
  await visitor.getByRole('button', { name: 'Salvar e entrar' }).click();
  await visitor.getByText('Escolha uma senha diferente da que você recebeu.').waitFor();
  await own.fill('Só-minha-123');
  await visitor.getByRole('button', { name: 'Salvar e entrar' }).click();
  await visitor.waitForURL((url) => url.pathname !== '/login');
  await visitor.context().close();
  expect((await product.host.logIn(given.email, 'Só-minha-123')).id).toBe(id);
  await gestor.delete(`/users/${id}`);
});

test('a person is found by a part of the name without accents, and deleted after a confirmation', async () => {
  await page.getByRole('searchbox').fill('BETO');
  await expect.poll(() => page.getByRole('row').count()).toBe(2);
  await page.getByRole('button', { name: 'Excluir Beto' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Excluir usuário' }).click();
  await page.getByText('Ninguém encontrado para “BETO”').waitFor();
  await page.getByRole('button', { name: 'Limpar busca' }).last().click();
  await row('Ana Beatriz Souza').waitFor();
  expect(await page.getByRole('button', { name: 'Excluir Marina Azevedo' }).isDisabled()).toBe(true);
});

test('the form of a queue has a tab of hours only where the company uses hours per queue', async () => {
  await go('Departamentos');
  const edit = page.getByRole('button', { name: /^Editar Trabalhista/ });
  await edit.click();
  await dialog().getByText('Dados do Departamento').waitFor();
  expect(await dialog().getByRole('tab').count()).toBe(0);
  await dialog().getByRole('button', { name: 'Cancelar' }).click();
  await dialog().waitFor({ state: 'detached' });
  await gestor.put('/settings/scheduleType', { value: 'queue' });
  await expect
    .poll(async () => {
      await edit.click();
      const tabs = await dialog().getByRole('tab').allTextContents();
      await dialog().getByRole('button', { name: 'Cancelar' }).click();
      await dialog().waitFor({ state: 'detached' });
      return tabs;
    })
    .toEqual(['Dados do Departamento', 'Horários de Atendimento']);
  await edit.click();
  await dialog().getByRole('tab', { name: 'Horários de Atendimento' }).click();
  await dialog().getByRole('button', { name: 'Definir horários' }).click();
  const friday = dialog().getByLabel('Sexta-feira: fim');
  await friday.fill('17');
  // Switching tabs of the dialog loses nothing.
  await dialog().getByRole('tab', { name: 'Dados do Departamento' }).click();
  await dialog().getByLabel('Mensagem de saudação').waitFor();
  await dialog().getByRole('tab', { name: 'Horários de Atendimento' }).click();
  await expect.poll(() => friday.inputValue()).toBe('17');
  await page.getByText('Clique em salvar para registrar as alterações').waitFor();
  await dialog().getByRole('button', { name: 'Salvar' }).click();
  await expect.poll(() => friday.getAttribute('aria-invalid')).toBe('true');
  await friday.fill('1700');
  await dialog().getByRole('button', { name: 'Salvar' }).click();
  await page.getByText('Departamento salvo com sucesso.').waitFor();
  const queues = (await gestor.get<{ name: string; schedules: { endTime: string }[] }[]>('/queue')).body;
  expect(queues.find(({ name }) => name === 'Trabalhista')?.schedules[4]).toMatchObject({ endTime: '17:00' });
});

test('a queue that a colleague adds appears on the open page, and its colour is no longer offered', async () => {
  await go('Departamentos');
  await row('Previdenciário').waitFor();
  const made = await gestor.post<{ id: number }>('/queue', { name: 'Tributário', color: '#4e8ce6' });
  expect(made.status).toBe(200);
  await row('Tributário').getByText('Azul', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'Adicionar departamento' }).click();
  await expect.poll(() => page.getByRole('radio').count()).toBe(50);
  const colors = await page.getByRole('radio').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
  expect(new Set(colors).size).toBe(50);
  expect(await page.getByRole('radio', { name: 'Azul, já em uso' }).isDisabled()).toBe(true);
  await dialog().getByLabel('Nome').fill('previdenciário');
  await dialog().getByRole('button', { name: 'Adicionar' }).click();
  await dialog().getByText('Já existe um departamento com este nome.').waitFor();
  await dialog().getByLabel('Nome').fill('Consumidor');
  // The browser's back button asks before typed changes are lost.
  await page.goBack();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Continuar editando' }).click();
  expect(await dialog().getByLabel('Nome').inputValue()).toBe('Consumidor');
  await dialog().getByLabel('Mensagem de saudação').fill('Olá! Em que podemos ajudar?');
  await dialog().getByRole('button', { name: 'Adicionar' }).click();
  await row('Consumidor').getByText('Olá! Em que podemos ajudar?').waitFor();

  await gestor.delete(`/queue/${made.body.id}`);
  await row('Tributário').waitFor({ state: 'detached' });
  expect(product.troubles).toEqual([]);
});

test('on a tablet and in a small window the lists break no words, whatever their columns contain', async () => {
  const size = page.viewportSize();
  for (const width of [768, 1050])
    for (const name of ['Usuários', 'Departamentos', 'Contatos']) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await go(name);
      await page.setViewportSize({ width, height: 1000 });
      await row('').nth(1).waitFor();
      const broken = (): Promise<string[]> =>
        page.evaluate(() => {
          const found: string[] = [];
          const range = document.createRange();
          const texts = document.createTreeWalker(
            document.querySelector('main table') ?? document,
            NodeFilter.SHOW_TEXT,
          );
          for (let text = texts.nextNode(); text; text = texts.nextNode())
            // An address may be broken, but not at every letter.
            for (const word of (text.textContent ?? '').matchAll(/\p{L}{3,}/gu)) {
              range.setStart(text, word.index);
              range.setEnd(text, word.index + word[0].length);
              if (range.getClientRects().length > 2) found.push(word[0]);
            }
          return found;
        });
      await expect.poll(broken, { message: `${name} at ${width}` }).toEqual([]);
      const stickingOut = (): Promise<number> =>
        page.evaluate(() => {
          const scroller = document.querySelector('main [data-scroll=page]');
          return scroller ? scroller.scrollWidth - scroller.clientWidth : -1;
        });
      await expect.poll(stickingOut, { message: `${name} at ${width}` }).toBe(0);
      const title = page.getByRole('heading', { level: 1, name });
      expect(await title.evaluate((words) => words.scrollWidth - words.clientWidth)).toBeLessThanOrEqual(0);
    }
  if (size) await page.setViewportSize(size);
});
