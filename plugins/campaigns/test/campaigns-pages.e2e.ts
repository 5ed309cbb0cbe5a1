import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { axeFaults, axeFaultsInBothThemes, type Person } from '@balcao/testing';
import { takePictures } from '../../../scripts/test/pictures.ts';
import { openProduct, visit, type Product } from '../../../scripts/test/product/product.ts';

let product: Product;
let page: Page;
let gestor: Person;

beforeAll(async () => {
  product = await openProduct(inject('databaseUrl'));
  const admin = await product.person('admin@balcao.local');
  await admin.put('/companySettings', { column: 'campaignsEnabled', data: 'enabled' });
  gestor = await product.person('gestor@balcao.local');
  page = await product.windowOf('admin@balcao.local', {}, '/contact-lists');
});
afterAll(() => product?.close());

const dialog = () => page.getByRole('dialog');
const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const go = (path: string) => visit(page, path);
const faults = async (part?: string): Promise<string[]> => {
  await page.mouse.move(700, 5);
  return axeFaults(page, { part });
};
/** Runs axe in both themes, and looks for a page that is wider than its window at three widths. */
const inspect = async (name: string): Promise<void> => {
  expect(await axeFaultsInBothThemes(page), name).toEqual([]);
  for (const width of [390, 1050, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  }
  await takePictures(page, name);
};

const sheet = [
  'Nome;Telefone;E-mail;Benefício',
  'Maria Aparecida dos Santos;+55 11 98765-4417;maria@exemplo.com;42/198',
  'Ivone Casagrande;(13) 99144-2036;;32/610',
  'Ivone C.;13991442036;;',
  'José Ribamar;(11) 3842;;',
].join('\r\n');

test('a list is created, and a spreadsheet imported after a look at its columns and rows', async () => {
  await heading('Listas de contatos').waitFor();
  await page.getByRole('button', { name: 'Nova lista' }).first().click();
  await dialog().getByLabel('Nome').fill('Beneficiários INSS');
  await dialog().getByRole('button', { name: 'Adicionar', exact: true }).click();
  const sample = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Baixar planilha de exemplo para Beneficiários INSS' }).click();
  expect((await sample).suggestedFilename()).toBe('exemplo-lista-de-contatos.xlsx');
  await page.getByRole('button', { name: 'Importar planilha para Beneficiários INSS' }).click();
  await heading('Importar para Beneficiários INSS').waitFor();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'clientes.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet) });
  await page.getByRole('combobox', { name: 'O que é a coluna Benefício' }).waitFor();
  await page.getByText('Igual à linha 3').waitFor();
  await page.getByText('Faltava o código do país').waitFor();
  await inspect('import');
  // A wrong number is corrected in its row.
  const wrong = page.getByLabel('Número da linha 5');
  await wrong.fill('(11) 3842-1000');
  await wrong.press('Enter');
  await page.getByRole('button', { name: 'Importar 3 contatos' }).click();
  await page.getByText('Importação concluída: 3 entraram').waitFor();
  await page.getByRole('button', { name: 'Ver a lista' }).last().click();
  await heading('Beneficiários INSS').waitFor();
  await page.getByText('Ivone Casagrande').waitFor();
  await inspect('list-items');
});

test('a campaign tells before it is scheduled who gets it, how long it takes and what may go wrong', async () => {
  await go('/campaigns');
  await page.getByRole('link', { name: 'Mutirão do FGTS' }).waitFor();
  await inspect('campaigns');
  await page.keyboard.press('n');
  await heading('Nova campanha').waitFor();
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.getByText('Escolha a conexão que envia.').first().waitFor();
  await page.getByLabel('Nome da campanha').fill('Revisão da vida toda');
  await page.getByRole('combobox', { name: /Conexão/ }).click();
  await page.getByRole('option').first().click();
  await page.getByRole('combobox', { name: 'Lista de contatos' }).click();
  await page.getByRole('option', { name: /Beneficiários INSS/ }).click();
  await page.getByRole('combobox', { name: 'DDDs' }).click();
  await page.keyboard.type('11');
  await page.getByRole('option', { name: '11 SP' }).click();
  await page.keyboard.press('Escape');
  const message = page.getByRole('textbox', { name: 'Mensagem 1' });
  await message.fill('Oi, {nome}! Seu benefício {beneficio} {nada}');
  await page.getByText('Variável desconhecida: {nada}').waitFor();
  await message.fill('Oi, {nome}! Seu benefício {beneficio} pode ser revisto.');
  await page.getByRole('heading', { name: 'Quem recebe' }).waitFor();
  await page.getByText('pessoas de 3').waitFor();
  await page.getByText('Seu benefício 42/198 pode ser revisto.').waitFor();
  await inspect('form-audience');
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.getByRole('region', { name: 'Previsão' }).waitFor();
  await page.getByRole('region', { name: 'Antes de programar' }).getByText('Público conferido, 2 pessoas').waitFor();
  await inspect('form-schedule');
  await page.getByRole('button', { name: 'Programar campanha' }).click();
  await page.getByText('Escolha a base legal.').first().waitFor();
  await page.getByRole('combobox', { name: /Base legal/ }).click();
  await page.getByRole('option', { name: /Consentimento/ }).click();
  await page.getByRole('button', { name: 'Programar campanha' }).click();
  await heading('Campanhas').waitFor();
  await page.getByRole('link', { name: 'Revisão da vida toda' }).waitFor();
  await page.getByText('Programada', { exact: true }).last().waitFor();
  await inspect('scheduled');
});

test('on a phone the form is one step a page, with what the campaign would do above the way on', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  await go('/campaigns/new');
  await heading('Nova campanha').waitFor();
  const onward = page.getByRole('button', { name: 'Continuar' });
  await page.getByRole('textbox', { name: 'Mensagem 1' }).waitFor({ state: 'detached' });
  await page.getByLabel('Nome da campanha').fill('Aviso de recesso');
  await page.getByRole('combobox', { name: /Conexão/ }).click();
  await page.getByRole('option').first().click();
  await onward.click();
  await page
    .getByText(/pelo menos um filtro/)
    .first()
    .waitFor();
  await page.getByRole('combobox', { name: 'DDDs' }).click();
  await page.keyboard.type('11');
  await page.getByRole('option', { name: '11 SP' }).click();
  await page.keyboard.press('Escape');
  expect(await faults()).toEqual([]);
  await onward.click();
  await page.getByRole('textbox', { name: 'Mensagem 1' }).fill('Oi, {nome}!');
  await page.getByRole('combobox', { name: 'DDDs' }).waitFor({ state: 'detached' });
  expect(await faults()).toEqual([]);
  await page.getByRole('button', { name: 'Ver', exact: true }).click();
  await dialog().getByRole('heading', { name: 'Quem recebe' }).waitFor();
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
  await onward.click();
  await page.getByRole('button', { name: 'Programar', exact: true }).click();
  await page.getByText('Escolha a base legal.').first().waitFor();
  expect(await faults()).toEqual([]);
  await page.getByRole('button', { name: 'Voltar', exact: true }).click();
  await page.getByRole('textbox', { name: 'Mensagem 1' }).waitFor();
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('the report shows the numbers of a campaign, and each opens the list of its people', async () => {
  const { body } = await gestor.get<{ records: { id: number }[] }>('/campaigns');
  await go(`/campaign/${body.records[0]?.id}/report`);
  await heading('Revisão da vida toda').waitFor();
  await inspect('report');
  await page.getByRole('button', { name: /Falharam/ }).click();
  await dialog().getByText('Ninguém aqui').waitFor();
  await takePictures(page, 'report-empty-list');
  expect(await faults('[role="dialog"]')).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
});

test('a campaign whose connection is down says so, and offers to reconnect or to change the connection', async () => {
  await go('/campaigns');
  const band = page.getByRole('status').filter({ hasText: 'A conexão caiu' });
  await band.getByText('já receberam e não recebem de novo').waitFor();
  await band.getByRole('button', { name: 'Reconectar' }).waitFor();
  await band.getByRole('button', { name: 'Trocar conexão' }).click();
  await dialog()
    .getByLabel(/^Nova conexão/)
    .waitFor();
  await takePictures(page, 'other-connection');
  expect(await faults('[role="dialog"]')).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
});

test('on a phone the report keeps its messages and the stop button at the bottom, and its lists filter by reason', async () => {
  const { body } = await gestor.get<{ records: { id: number; status: string }[] }>('/campaigns');
  const idOf = (status: string): number => body.records.find((one) => one.status === status)?.id ?? 0;
  await page.setViewportSize({ width: 390, height: 844 });
  await go(`/campaign/${idOf('EM_ANDAMENTO')}/report`);
  await page.getByRole('button', { name: 'Por mensagem' }).waitFor();
  await page.getByRole('button', { name: 'Parar' }).waitFor();
  await takePictures(page, 'report-running');
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await faults()).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await go(`/campaign/${idOf('FINALIZADA')}/report?card=skipped`);
  await dialog()
    .getByRole('tab', { name: /Sem WhatsApp/ })
    .click();
  await dialog()
    .getByRole('tab', { name: /Sem WhatsApp/, selected: true })
    .waitFor();
  await expect.poll(() => dialog().getByText('Pediu para não receber').count()).toBeLessThanOrEqual(1);
  await takePictures(page, 'report-people');
  expect(await faults('[role="dialog"]')).toEqual([]);
  await page.keyboard.press('Escape');
  const answers = page.getByRole('tablist', { name: 'Quais respostas' });
  await answers.getByRole('tab', { name: 'Querem' }).click();
  await answers.getByRole('tab', { name: 'Querem', selected: true }).waitFor();
  await takePictures(page, 'report-finished');
});

const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name });
const moreOf = async (name: string): Promise<string[]> => {
  await rowOf(name)
    .getByRole('button', { name: `Mais ações de ${name}` })
    .click();
  await page.getByRole('menuitem').first().waitFor();
  const items = await page.getByRole('menuitem').allTextContents();
  await page.keyboard.press('Escape');
  return items;
};

test('each campaign offers what its status allows, and deleting is not offered while it runs', async () => {
  await go('/campaigns');
  const name = 'Mutirão do FGTS';
  await rowOf(name).getByRole('button', { name: 'Parar' }).waitFor();
  expect(await moreOf(name)).toEqual(['Duplicar']);
  await rowOf(name).getByRole('button', { name: 'Parar' }).click();
  await page.getByText('Quem já recebeu não recebe de novo').first().waitFor();
  await rowOf(name).getByText('Cancelada').waitFor();
  await rowOf(name)
    .getByText(/^Por .+, /)
    .waitFor();
  expect(await moreOf(name)).toEqual(['Duplicar', 'Excluir']);
  await rowOf(name).getByRole('button', { name: 'Reiniciar' }).click();
  await rowOf(name).getByText('Em Andamento').waitFor();
  await rowOf('Revisão da aposentadoria').getByRole('button', { name: 'Relatório', exact: true }).waitFor();
  await rowOf('Prova de vida 2027').getByRole('button', { name: 'Editar' }).waitFor();
  expect(await page.getByRole('columnheader').allTextContents()).toEqual([
    'Nome',
    'Status',
    'Progresso',
    'WhatsApp',
    'Programada',
    'Concluída',
    'Confirmação',
  ]);
});

test('the open report of a campaign that ends is read again a little later, with what arrived last', async () => {
  const { body } = await gestor.get<{ records: { id: number; name: string }[] }>('/campaigns');
  const id = body.records.find(({ name }) => name === 'Mutirão do FGTS')?.id ?? 0;
  await page.goto(`${product.host.url}/campaign/${id}/report`);
  await page.getByRole('button', { name: 'Parar' }).waitFor();
  await product.host.kernel.database.owner.query(
    `update campaigns.recipient set state = 'skipped', reason = 'invalid', settled_at = now()
      where campaign_id = $1 and state in ('waiting', 'asked', 'confirmed', 'released')`,
    [id],
  );
  const isRead = page.waitForRequest(
    (request) => new URL(request.url()).pathname === `/api/campaigns/${id}` && request.method() === 'GET',
  );
  await gestor.post(`/campaigns/${id}/cancel`);
  await gestor.post(`/campaigns/${id}/restart`);
  await page.getByText('Finalizada', { exact: true }).waitFor();
  await isRead;
});

test('pace, hours and variables are settings, saved at once', async () => {
  await go('/campaigns-config');
  const options = async (label: string): Promise<string[]> => {
    const list = page.getByRole('tablist', { name: label });
    await list.waitFor();
    return list.getByRole('tab').allTextContents();
  };
  expect(await options('Intervalo entre mensagens')).toEqual(['0', '5', '10', '15', '20']);
  expect(await options('Intervalo maior depois de')).toEqual(['0', '5', '10', '15', '20']);
  expect(await options('Intervalo de disparo maior')).toEqual(['0', '20', '30', '40', '50', '60']);
  await page.getByRole('tablist', { name: 'Intervalo entre mensagens' }).getByRole('tab', { name: '10' }).click();
  await page.getByText('Configurações salvas').first().waitFor();
  await page.getByRole('textbox', { name: 'Atalho' }).fill('escritorio');
  await page.getByLabel('Conteúdo').fill('Prado & Menezes');
  await page.getByRole('button', { name: 'Adicionar variável' }).click();
  await page.getByText('{escritorio}').waitFor();
  await page.getByRole('textbox', { name: 'Atalho' }).fill('escritorio');
  expect(await page.getByRole('button', { name: 'Adicionar variável' }).isDisabled()).toBe(true);
  await page.getByRole('textbox', { name: 'Atalho' }).fill('');
  await inspect('settings');
  expect(product.troubles).toEqual([]);
});
