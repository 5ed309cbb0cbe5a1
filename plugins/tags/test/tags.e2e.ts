import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Person } from '@balcao/testing';
import { protectedTag, tags as tagsService } from '../contract.ts';
import { conversation, makeTags, type Conversation } from './office.ts';
import { faultsOf, openScreen, addTags, type Screen } from './screen.ts';

let screen: Screen;
let page: Page;
let marina: Person;
let josefa: Conversation;

beforeAll(async () => {
  screen = await openScreen(inject('databaseUrl'));
  // API calls in between are made as a colleague: a person has one session.
  marina = await screen.company.person('admin', 'Marina');
  josefa = await conversation(screen.company, 'Josefa Andrade');
  await screen.attend(marina, josefa);
  page = await screen.windowOf(marina);
});
afterAll(() => screen?.close());

/** Other tests may keep the machine busy. */
const soon = <T>(read: () => T | Promise<T>) => expect.poll(read);

/** Navigates by the menu, without a reload. */
const go = async (name: string): Promise<void> => {
  await page.getByRole('navigation').getByRole('link', { name, exact: true }).first().click();
};
const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
const dialog = () => page.getByRole('dialog');
const field = (of = page) => of.getByRole('combobox', { name: 'Adicionar tag' });
const worn = (of = page) => of.getByRole('listbox', { name: 'Tags deste atendimento' }).getByRole('option');
const wornNames = (of = page): Promise<string[]> =>
  worn(of).evaluateAll((chips) => chips.map((chip) => chip.getAttribute('title') ?? ''));
const stored = async (): Promise<string[]> => {
  const found = await screen.company.scope('tags').use(tagsService).of([josefa.id]);
  return (found.get(josefa.id) ?? []).map(({ name }) => name);
};
const ticketRow = (name: string, of = page) => of.getByRole('option', { name: new RegExp(name) });
const open = async (of = page): Promise<void> => {
  await of.goto(`${screen.host.url}/tickets/${josefa.uuid}`);
  await field(of).waitFor();
};

test('a company without tags sees an explanation, and adds the first one', async () => {
  await go('Tags');
  await page.getByRole('heading', { name: 'Nenhuma tag ainda' }).waitFor();
  await page.getByRole('button', { name: 'Adicionar tag' }).click();
  await dialog().getByRole('button', { name: 'Adicionar', exact: true }).click();
  await dialog().getByText('Campo obrigatório').waitFor();
  await dialog().getByLabel('Nome').fill('U');
  await dialog().getByRole('button', { name: 'Adicionar', exact: true }).click();
  await dialog().getByText('Nome muito curto!').waitFor();
  await dialog().getByLabel('Nome').fill('Urgente');
  await page.keyboard.press('Enter');
  await dialog().waitFor({ state: 'detached' });
  await row('Urgente').waitFor();
});

test('a duplicate name is refused at its field, and a colour is chosen with the arrow keys', async () => {
  await page.getByRole('button', { name: 'Adicionar tag' }).click();
  await dialog().getByLabel('Nome').fill('urgênte');
  await page.keyboard.press('Enter');
  await dialog().getByText('Já existe uma tag com este nome.').waitFor();
  await dialog().getByLabel('Nome').fill('Retorno');
  await dialog().getByRole('radio', { checked: true }).focus();
  const before = await dialog().getByRole('radio', { checked: true }).getAttribute('aria-label');
  await page.keyboard.press('ArrowDown');
  const chosen = await dialog().getByRole('radio', { checked: true }).getAttribute('aria-label');
  expect(chosen).not.toBe(before);
  await dialog().getByRole('button', { name: 'Adicionar', exact: true }).click();
  await row('Retorno')
    .getByText(chosen ?? '')
    .waitFor();
});

test('the tag Contrato Fechado is shown as protected, and changes of colleagues appear on the open page', async () => {
  const [id] = await makeTags(screen.company, protectedTag, 'De um colega');
  await row('De um colega').waitFor();
  await row(protectedTag).waitFor();
  expect(
    await row(protectedTag)
      .getByRole('button', { name: /Excluir/ })
      .count(),
  ).toBe(0);
  await page.getByRole('button', { name: `Editar ${protectedTag}` }).click();
  await expect.poll(() => dialog().getByLabel('Nome').getAttribute('readonly')).not.toBeNull();
  await page.keyboard.press('Escape');
  await screen.company.admin.put(`/tags/${id}`, { color: '#1d8b3d' });
  await row(protectedTag).getByText('Verde escuro').waitFor();
  await page.getByRole('searchbox').fill('CONTRATO');
  await soon(() => page.getByRole('row').count()).toBe(2);
  await page.getByRole('button', { name: 'Limpar busca' }).first().click();
  await row('Retorno').waitFor();
});

test('a tag of a conversation is chosen by typing, created, and removed, all by keyboard', async () => {
  await open();
  await field().focus();
  await page.keyboard.type('urg');
  await page.getByRole('option', { name: 'Urgente' }).last().waitFor();
  await page.keyboard.press('Enter');
  await soon(() => wornNames()).toEqual(['Urgente']);
  await page.keyboard.type('Prazo fatal');
  await page.getByRole('option', { name: 'Criar “Prazo fatal”' }).waitFor();
  await page.keyboard.press('Enter');
  await soon(() => wornNames()).toEqual(['Prazo fatal', 'Urgente']);
  await soon(stored).toEqual(['Prazo fatal', 'Urgente']);
  await soon(() => field().inputValue()).toBe('');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Delete');
  await soon(stored).toEqual(['Prazo fatal']);
  await soon(() => wornNames()).toEqual(['Prazo fatal']);
});

test('a removed tag is restored with one click', async () => {
  // The offer to undo is shown for six seconds, so nothing is requested before it is used.
  let answers = 0;
  page.on('response', (response) => {
    if (response.url().endsWith('/api/tags/sync')) answers += 1;
  });
  await worn().first().click();
  await page.getByRole('button', { name: 'Desfazer' }).last().click();
  await soon(() => answers).toBe(2);
  await soon(stored).toEqual(['Prazo fatal']);
  await soon(() => wornNames()).toEqual(['Prazo fatal']);
});

test('a change of tags that cannot be stored is reverted with the reason, and the typed name stays', async () => {
  await page.route('**/api/tags', (route) => route.abort());
  await field().focus();
  await page.keyboard.type('Sem rede');
  await page.getByRole('option', { name: 'Criar “Sem rede”' }).waitFor();
  await page.keyboard.press('Enter');
  await soon(() => field().inputValue()).toBe('Sem rede');
  await soon(() => wornNames()).toEqual(['Prazo fatal']);
  await page.unroute('**/api/tags');
  await field().fill('');
  await page.keyboard.press('Escape');

  const blocked = Promise.withResolvers<void>();
  await page.route('**/api/tags/sync', (route) => blocked.promise.then(() => route.abort()));
  await worn().first().click();
  await soon(() => wornNames()).toEqual([]);
  blocked.resolve();
  await soon(() => wornNames()).toEqual(['Prazo fatal']);
  await page.unroute('**/api/tags/sync');
  await soon(stored).toEqual(['Prazo fatal']);
});

test('a row shows two tags, then the number of others, with all of them in the tooltip', async () => {
  const ticket = await conversation(screen.company, 'Muitas Marcas');
  await screen.attend(marina, ticket);
  await addTags(screen.company, ticket, 'Alfa', 'Beta', 'Gama', 'Delta');
  const shown = ticketRow('Muitas Marcas');
  await shown.getByText('Mais 2').waitFor();
  await expect.poll(() => shown.getByText('Alfa', { exact: true }).isVisible()).toBe(true);
  await shown.getByText('Mais 2').hover();
  const tooltip = page.getByRole('tooltip', { includeHidden: true }).filter({ hasText: 'Gama' });
  await soon(() => tooltip.textContent()).toBe('AlfaBetaDeltaGama');
  await page.mouse.move(0, 0);
});

test('a renamed or deleted tag changes on every screen that shows it', async () => {
  const { company } = screen;
  const [id] = await makeTags(company, 'Nome antigo');
  const { id: protectedId } = (await company.scope('tags').use(tagsService).of([josefa.id])).get(josefa.id)![0]!;
  await company.admin.post('/tags/sync', { ticketId: josefa.id, tags: [protectedId, id] });
  await soon(() => wornNames()).toEqual(['Nome antigo', 'Prazo fatal']);
  await company.admin.put(`/tags/${id}`, { name: 'Nome novo' });
  await soon(() => wornNames()).toEqual(['Nome novo', 'Prazo fatal']);
  await ticketRow('Josefa').getByText('Nome novo').waitFor();
  await company.admin.delete(`/tags/${id}`);
  await soon(() => wornNames()).toEqual(['Prazo fatal']);
  await ticketRow('Josefa').getByText('Nome novo').waitFor({ state: 'detached' });
});

test('the list is filtered by tags, and the filter is in its address', async () => {
  await page.getByRole('button', { name: /^Filtros/ }).click();
  const filter = page.getByRole('combobox', { name: 'Tags' });
  await filter.click();
  await page.keyboard.type('praz');
  await page.locator('.fui-Option', { hasText: 'Prazo fatal' }).click();
  await ticketRow('Muitas Marcas').waitFor({ state: 'detached' });
  await ticketRow('Josefa').waitFor();
  await page.keyboard.press('Escape');
  await soon(() => filter.inputValue()).toBe('Prazo fatal');
  expect(new URL(page.url()).searchParams.get('tags')).toMatch(/^\[\d+\]$/);
  await page.reload();
  await ticketRow('Josefa').waitFor();
  await expect.poll(() => ticketRow('Muitas Marcas').count()).toBe(0);
  await page.getByRole('button', { name: /^Filtros/ }).click();
  await page.getByRole('button', { name: 'Limpar' }).click();
  await ticketRow('Muitas Marcas').waitFor();
});

test('deleting a tag asks for confirmation with the number of its conversations', async () => {
  await go('Tags');
  await page.getByRole('button', { name: 'Excluir Alfa' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByText('1 atendimento perde esta tag.').waitFor();
  await question.getByRole('button', { name: 'Excluir tag' }).click();
  // The page under a dialog is not accessible, so the dialog closes first.
  await question.waitFor({ state: 'detached' });
  await row('Alfa').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Ver 1 atendimento com a tag Beta' }).click();
  await ticketRow('Muitas Marcas').waitFor();
});

test('an attendant without tags:view chooses tags and cannot create any', async () => {
  const ana = await screen.company.person('user', 'Ana');
  await screen.attend(ana, josefa);
  const hers = await screen.windowOf(ana);
  await expect.poll(() => hers.getByRole('link', { name: 'Tags', exact: true }).count()).toBe(0);
  await open(hers);
  await field(hers).focus();
  await hers.keyboard.type('Inventada');
  await hers.getByText('Nenhuma tag encontrada para “Inventada”').waitFor();
  await hers.keyboard.press('Enter');
  await soon(() => wornNames(hers)).toEqual(['Prazo fatal']);
  await field(hers).fill('retorno');
  await hers.getByRole('option', { name: 'Retorno' }).waitFor();
  await hers.keyboard.press('Enter');
  await soon(stored).toEqual(['Prazo fatal', 'Retorno']);
  await hers.context().close();
  await screen.attend(marina, josefa);
});

test('page, dialogs, panel and filter of tags are accessible, in light and dark, on a desktop and on a phone', async () => {
  const found: string[] = [];
  const check = async (name: string, part?: string): Promise<void> =>
    void found.push(...(await faultsOf(page, name, part)));
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(`${screen.host.url}/tags`);
    await row('Urgente').waitFor();
    await check(`page ${width}`);
    await page.getByRole('button', { name: 'Editar Urgente' }).click();
    await dialog().waitFor();
    await check(`dialog ${width}`, '[role="dialog"]');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Excluir Urgente' }).click();
    await page.getByRole('alertdialog').waitFor();
    await check(`question ${width}`, '[role="alertdialog"]');
    await page.keyboard.press('Escape');
    // Closing the dialog removes its history entry, and a navigation in between would be aborted.
    await page.waitForFunction(() => !history.state?.overlays);
    await page.goto(`${screen.host.url}/tickets/${josefa.uuid}`);
    if (width < 600) {
      await page.getByRole('button', { name: 'Mais opções' }).click();
      await page.getByRole('menuitem', { name: 'Mostrar contato' }).click();
    }
    await field().waitFor();
    await check(`panel ${width}`);
    await field().click();
    await page.keyboard.type('a');
    await page.getByRole('listbox', { name: 'Tags para escolher' }).waitFor();
    await check(`choices ${width}`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${screen.host.url}/tickets`);
  await page.getByRole('button', { name: /^Filtros/ }).click();
  await page.getByRole('combobox', { name: 'Tags' }).click();
  await page.locator('.fui-Option').first().waitFor();
  await check('filter');
  expect(found).toEqual([]);
  expect(screen.troubles).toEqual([]);
});
