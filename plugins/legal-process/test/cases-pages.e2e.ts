import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { axeFaultsInBothThemes, eventually, type Person } from '@balcao/testing';
import { takePictures } from '../../../scripts/test/pictures.ts';
import { openProduct, visit, type Product } from '../../../scripts/test/product/product.ts';
import type { MonitoringView } from '../server/monitoring/monitoring-view.ts';
import { numberOf } from './number-of.ts';
import { companyOf, openCases, openOfficialNumber, plainCase, richCase } from './product-cases.ts';
import { movement, type Courts } from './simulator/courts.ts';
import { Judit } from './simulator/judit.ts';
import { lawsuit } from './simulator/judit-case.ts';

let product: Product;
let courts: Courts;
let page: Page;
/** A colleague who works by the API: a person has one session at a time. */
let gestor: Person;

beforeAll(async () => {
  product = await openProduct(inject('databaseUrl'));
  courts = await openCases(product);
  page = await product.windowOf('admin@balcao.local');
  gestor = await product.person('gestor@balcao.local');
}, 240_000);
afterAll(async () => {
  await product?.close();
  courts?.close();
});

const dialog = () => page.getByRole('dialog');
const number = () => page.getByRole('searchbox', { name: 'Número do processo (CNJ)' });
/** For a dialog over a page that was checked before, or is checked without it. */
const inDialog = '[role="dialog"]';
/** Runs axe in both themes, and looks for a page that is wider than its window at three widths. */
const inspect = async (name: string, part?: string): Promise<void> => {
  expect(await axeFaultsInBothThemes(page, { part }), name).toEqual([]);
  for (const width of [390, 1050, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const fits = (): Promise<unknown> => page.evaluate('document.documentElement.scrollWidth <= innerWidth');
    await expect.poll(fits, { message: `${name} at ${width}` }).toBe(true);
  }
  await takePictures(page, name);
};
const monitored = async (): Promise<MonitoringView[]> =>
  (await gestor.get<{ LegalProcessMonitorings: MonitoringView[] }>('/legalProcessMonitoring/list')).body
    .LegalProcessMonitorings;

test('from a conversation a case is looked up by keyboard, its number is checked while it is typed, and a blocked source says the cure', async () => {
  await page.getByText('Maria Aparecida').first().click();
  await page.getByRole('button', { name: 'Buscar processo' }).first().press('Enter');
  await number().fill('0000832-36.2018.4.01.3202');
  await dialog().getByText('Dígito não confere').waitFor();
  await number().press('Enter');
  courts.datajud = 'blocked';
  await number().fill('0001111-40.2025.8.19.0001');
  await dialog().getByText('Número válido, TJRJ').waitFor();
  await number().press('Enter');
  await dialog().getByText('Erro ao buscar os dados. Verifique o CNJ ou tente novamente.').waitFor();
  await dialog().getByText('O CNJ só atende endereços do Brasil').waitFor();
  courts.datajud = 'well';
  await product.host.kernel.database.owner.query('delete from legal_process.source_state');
  await number().fill(plainCase);
  await number().press('Enter');
  await dialog().getByText('Distribuição').first().waitFor();
  expect(await axeFaultsInBothThemes(page)).toEqual([]);
});

test('the address of a case that was looked up opens the look-up with it', async () => {
  await page.goto(`${product.host.url}/legal-process?cnj=${richCase}`);
  await dialog().getByText('Procedimento Comum Cível').waitFor();
  await inspect('look-up', inDialog);
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).toBe('');
});

test('a linked case shows in the panel and the list, a step found later is new until it is seen', async () => {
  await visit(page, '/tickets');
  await page.getByRole('option').first().waitFor();
  await page.getByText('Maria Aparecida').first().click();
  await page.getByRole('button', { name: 'Buscar processo' }).first().click();
  await number().fill(richCase);
  await number().press('Enter');
  await dialog().getByText('Procedimento Comum Cível').waitFor();
  await dialog()
    .getByRole('checkbox', { name: /E-mail/ })
    .check();
  await dialog().getByRole('button', { name: 'Vincular ao contato' }).press('Enter');
  await page.getByText('Processo vinculado com sucesso!').first().waitFor();
  const [linked] = await eventually(async () => {
    const all = await monitored();
    return all.length > 0 && all;
  });
  expect([linked?.notifyEmail, linked?.notifyWhatsapp]).toEqual([true, true]);
  await page
    .getByRole('link', { name: linked?.cnj ?? '' })
    .first()
    .waitFor();
  courts.moves(richCase, movement(51, 'Conclusão para despacho', new Date().toISOString()));
  await product.host.kernel.database.owner.query(
    `update legal_process.source_copy set fetched_at = now() - interval '1 hour'`,
  );
  await gestor.post(`/legalProcess/${linked?.id}/updateNotice`, {});
  await page.getByText('Conclusão para despacho').first().waitFor();
  await page.getByRole('button', { name: 'Inserir andamento' }).click();
  await page.getByRole('menuitem', { name: /Conclusão para despacho/ }).press('Enter');
  await eventually(async () =>
    /teve o andamento “Conclusão para despacho”/.test(await page.locator('textarea').first().inputValue()),
  );
  await inspect('drawer');
  await visit(page, '/legal-process');
  await page.getByText('1 andamento novo').first().waitFor({ state: 'attached' });
  await inspect('list');
  await page
    .getByText(linked?.cnj ?? '')
    .first()
    .click();
  await page.getByText('novo', { exact: true }).waitFor();
  await eventually(async () => (await monitored())[0]?.newSteps === 0);
});

test('the page of a case shows its data, parties and notices, saves a switch at once, and ends with an undo', async () => {
  const [linked] = await monitored();
  await visit(page, `/legal-process/${linked?.id}/report`);
  await page.getByText('Instituto Nacional do Seguro Social').first().waitFor();
  await page.getByText('não informado pelas fontes').first().waitFor();
  await inspect('case');
  const { owner } = product.host.kernel.database;
  await owner.query(`update legal_process.monitoring set trouble = 'window'`);
  await page.reload();
  await page.getByText('A janela de resposta estava fechada e não há modelo para ela').waitFor();
  expect(await axeFaultsInBothThemes(page)).toEqual([]);
  await owner.query('update legal_process.monitoring set trouble = null');
  await page
    .getByRole('tab', { name: /Publicações/ })
    .or(page.getByRole('radio', { name: /Publicações/ }))
    .first()
    .click();
  await page.getByText('Distribuição', { exact: true }).waitFor({ state: 'detached' });
  await page.getByRole('switch', { name: 'Avisar por e-mail' }).press('Space');
  await eventually(async () => (await monitored())[0]?.notifyEmail === false);
  await page.getByRole('button', { name: 'Verificar agora' }).click();
  await page.getByText('Processo verificado').first().waitFor();
  await page.getByRole('button', { name: 'Parar de monitorar' }).click();
  // An offer stays while it is pointed at.
  await page.getByRole('button', { name: 'Desfazer' }).last().hover();
  await page.getByText('Nenhum processo monitorado').waitFor();
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await page.getByText('Instituto Nacional do Seguro Social').first().waitFor();
  expect((await monitored()).map(({ cnj }) => cnj)).toEqual([linked?.cnj]);
});

test('a look-up that answers after its dialog was closed shows up nowhere, and the next one begins empty', async () => {
  await visit(page, '/tickets');
  await page.getByRole('option').first().waitFor();
  await page.getByText('Maria Aparecida').first().click();
  await product.host.kernel.database.owner.query('delete from legal_process.source_copy');
  courts.datajud = 'slow';
  courts.slowMs = 3000;
  await page.getByRole('button', { name: 'Buscar processo' }).first().click();
  await number().fill(plainCase);
  const answered = page.waitForResponse((answer) => answer.url().includes(plainCase));
  await number().press('Enter');
  await page.keyboard.press('Escape');
  await dialog().waitFor({ state: 'detached' });
  courts.datajud = 'well';
  await answered;
  await page.getByRole('button', { name: 'Buscar processo' }).first().click();
  expect(await number().inputValue()).toBe('');
  expect(await dialog().getByText('Distribuição').count()).toBe(0);
  await page.keyboard.press('Escape');
});

test('an answer that comes later shows in the open look-up, and by a notification once it was closed', async () => {
  const judit = await Judit.open();
  const { kernel } = product.host;
  const scope = kernel.scope(await companyOf(product), 'legal-process');
  const before = (await scope.secrets.get('sources')) ?? '';
  try {
    await scope.secrets.set('sources', JSON.stringify({ providers: { judit: judit.setup } }));
    await scope.settings.set('legalSource', 'judit');
    judit.looks = Number.POSITIVE_INFINITY;
    const [known, unknown] = [numberOf(63_001), numberOf(63_002)];
    const today = new Date().toISOString();
    judit.stored.set(known, [lawsuit(known, [['2026-03-02T12:00:00.000Z', 'Distribuído por sorteio']])]);
    for (const cnj of [known, unknown]) judit.cases.set(cnj, [lawsuit(cnj, [[today, 'Sentença publicada']])]);
    const finish = (): void => {
      for (const id of judit.requests.keys()) judit.finish(id);
    };
    await visit(page, '/legal-process');
    await page.getByRole('heading', { level: 1, name: /^Processos/ }).waitFor();
    await page.getByRole('button', { name: 'Buscar processo' }).click();
    await number().fill(known);
    await number().press('Enter');
    await dialog().getByText('isto é o que ela sabia antes').waitFor();
    await dialog().getByText('Distribuído por sorteio').waitFor();
    await inspect('look-up-older', inDialog);
    finish();
    await dialog().getByText('Sentença publicada').waitFor();
    await dialog().getByText('isto é o que ela sabia antes').waitFor({ state: 'detached' });
    expect(await page.getByText('O tribunal respondeu à sua consulta.').count()).toBe(0);
    await number().fill(unknown);
    await number().press('Enter');
    await dialog().getByText('O tribunal ainda está sendo consultado').waitFor();
    await inspect('look-up-waiting', inDialog);
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    finish();
    await page.getByText('O tribunal respondeu à sua consulta.').first().click();
    await dialog().getByText('Sentença publicada').waitFor();
    expect(judit.count('POST /requests')).toBe(2);
    const failing = numberOf(63_003);
    await page.goto(`${product.host.url}/legal-process?cnj=${failing}`);
    await dialog().getByText('Ainda não há resposta guardada').waitFor();
    await inspect('look-up-not-asked', inDialog);
    expect(judit.count('POST /requests')).toBe(2);
    // Its address names another case now: only the dialog shows this one.
    const shown = numberOf(63_004);
    await number().fill(shown);
    await number().press('Enter');
    await dialog().getByText('O tribunal ainda está sendo consultado').waitFor();
    expect(judit.count('POST /requests')).toBe(3);
    for (const request of judit.requests.values())
      if (request.cnj === shown) {
        request.responses.push({ response_type: 'application_error', response_data: { message: 'COURT_UNAVAILABLE' } });
        request.isDone = true;
      }
    await dialog().getByText('A fonte não respondeu').waitFor();
    await eventually(async () => {
      const { rows } = await kernel.database.owner.query('select 1 from notifications.notified where notice like $1', [
        `legal:look-up:${shown}:%`,
      ]);
      return rows.length > 0;
    });
    expect(await page.getByText('O tribunal não respondeu à sua consulta.').count()).toBe(0);
  } finally {
    await scope.settings.set('legalSource', '');
    await scope.secrets.set('sources', before);
    judit.close();
  }
});

test('an admin reads who pays for a source, and chooses one', async () => {
  const { kernel } = product.host;
  const companyId = await companyOf(product);
  const { secrets } = kernel.scope(companyId, 'legal-process');
  const paid = { judit: { apiKey: 'x', baseUrl: courts.url }, escavador: { token: 'x', callbackToken: 'y' } };
  await secrets.set('sources', JSON.stringify({ providers: { ...courts.setup.providers, ...paid } }));
  await page.goto(`${product.host.url}/settings?tab=legal-process/legal-settings`);
  await page.getByRole('radio', { name: /Escavador/ }).check();
  await page.getByText('pode repassar o custo à sua empresa').waitFor();
  await inspect('company');
  await page.getByRole('button', { name: 'Salvar' }).first().press('Enter');
  await page.getByText('Configurações salvas').first().waitFor();
  await page.getByRole('radio', { name: /DataJud/ }).check();
  await page.getByRole('button', { name: 'Salvar' }).first().press('Enter');
  await eventually(async () => kernel.scope(companyId, 'legal-process').settings.get('legalSource') === '');
});

test('saving a template keeps the source that another admin chose, and a source that was switched off is refused with the reason', async () => {
  const { kernel } = product.host;
  const companyId = await companyOf(product);
  const scope = kernel.scope(companyId, 'legal-process');
  const setUp = (more: object): Promise<void> =>
    scope.secrets.set('sources', JSON.stringify({ providers: { ...courts.setup.providers, ...more } }));
  const judit = { apiKey: 'x', baseUrl: courts.url };
  const escavador = { token: 'x', callbackToken: 'y' };
  await setUp({ judit, escavador });
  await page.goto(`${product.host.url}/settings?tab=legal-process/legal-settings`);
  await page.getByRole('radio', { name: /DataJud/, checked: true }).waitFor();
  await scope.settings.set('legalSource', 'escavador');
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT');
  await page.getByRole('button', { name: 'Salvar' }).first().press('Enter');
  expect((await saved).status()).toBe(200);
  expect(kernel.scope(companyId, 'legal-process').settings.get('legalSource')).toBe('escavador');
  await page.getByRole('radio', { name: /Escavador/, checked: true }).waitFor();
  await page.getByRole('radio', { name: /Judit/ }).check();
  await setUp({ escavador });
  await page.getByRole('button', { name: 'Salvar' }).first().press('Enter');
  await page.getByText('Esta fonte não está ligada.').first().waitFor();
  await scope.settings.set('legalSource', '');
});

test('a template for the closed window is chosen among the approved ones without a file, and comes with usual values', async () => {
  await openOfficialNumber(product);
  await page.goto(`${product.host.url}/settings?tab=legal-process/legal-settings`);
  const chooser = page.getByRole('combobox', { name: 'WhatsApp oficial' });
  await chooser.press('Enter');
  await page.getByRole('option').first().waitFor();
  expect(await page.getByRole('option').allTextContents()).toEqual([
    'Nenhum: o aviso vai por e-mail',
    'andamento_processual · pt_BR',
  ]);
  await page.getByRole('option', { name: /andamento_processual/ }).click();
  await page.getByText('Olá {{1}}, seu processo {{2}} teve um andamento: {{3}}.').waitFor();
  const values = ['1', '2', '3'].map((gap) => page.getByRole('textbox', { name: `Valor de ${gap}` }));
  expect(await Promise.all(values.map((value) => value.inputValue()))).toEqual(['{nome}', '{processo}', '{andamento}']);
  await values[2]?.fill('');
  await page.getByRole('button', { name: 'Salvar' }).first().press('Enter');
  await page.getByText('Preencha todos os valores do modelo').first().waitFor();
  await values[2]?.fill('{andamento}, em {data}');
  await inspect('template');
  await page.getByRole('button', { name: 'Salvar' }).first().press('Enter');
  await page.getByText('Configurações salvas').first().waitFor();
  await page.reload();
  await expect.poll(() => chooser.textContent()).toBe('andamento_processual');
  await expect.poll(() => values[2]?.inputValue()).toBe('{andamento}, em {data}');
});

test('an admin writes a movement in the words of the firm', async () => {
  await visit(page, '/settings?tab=legal-process/legal-words');
  await page.getByText('O processo está com o juiz.').first().click();
  await dialog().getByRole('textbox').fill('O juiz vai decidir. Avisamos por aqui.');
  await inspect('words', inDialog);
  await dialog().getByRole('button', { name: 'Salvar' }).press('Enter');
  await page.getByText('O juiz vai decidir. Avisamos por aqui.').first().waitFor();
  await page.getByText('Seu texto').first().waitFor();
});

test('a super user sets a source up, tests it and reads why it does not answer', async () => {
  const { rows } = await product.host.kernel.database.owner.query<{ id: number }>(
    `select id from kernel."user" where email = 'admin@balcao.local'`,
  );
  await product.host.kernel.identity.people.makeSuper(rows[0]?.id ?? 0);
  await page.context().close();
  page = await product.windowOf('admin@balcao.local', {}, '/settings?tab=legal-process/legal-sources');
  await page.getByRole('button', { name: 'Testar' }).first().click();
  await page
    .getByText(/DataJud respondeu em/)
    .first()
    .waitFor();
  await inspect('sources');
  courts.datajud = 'blocked';
  await page.getByRole('button', { name: 'Testar' }).first().click();
  await page.getByText('O CNJ só atende endereços do Brasil').first().waitFor();
  courts.datajud = 'well';
  await page.getByLabel('Endereço').first().fill('ftp://x');
  await page.getByRole('button', { name: 'Salvar' }).first().click();
  await page.locator('[aria-invalid="true"]').first().waitFor();
});

test('no window had an error', () => {
  // The browser writes down the answers of a blocked source, and of one that was not asked, which the pages show.
  expect(product.troubles.filter((text) => !/status of (502|404)/.test(text))).toEqual([]);
});
