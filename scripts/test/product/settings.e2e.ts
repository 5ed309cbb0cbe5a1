import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import type { Person } from '@balcao/testing';
import { accept, composerOf, threadOf } from './ticket-actions.ts';
import { openPhone } from './phone.ts';
import { openProduct, type Product } from './product.ts';

let product: Product;
let page: Page;
let gestor: Person;

beforeAll(async () => {
  product = await openProduct(inject('databaseUrl'));
  // High enough for all entries of the menu: the last ones would be behind its button.
  page = await product.windowOf('admin@balcao.local', { viewport: { width: 1440, height: 1200 } });
  gestor = await product.person('gestor@balcao.local');
});
afterAll(() => product?.close());

const megabyte = 1024 * 1024;
const paper = '%PDF-1.7\n1 0 obj\n<<>>\nendobj\n';
const set = (key: string, value: string | number) => product.host.kernel.identity.settings.set(1, key, value);
const tab = (name: string) => page.getByRole('tab', { name, exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const go = async (name: string): Promise<void> => {
  await page.getByRole('navigation').getByRole('link', { name, exact: true }).first().click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
};
interface Schedules {
  schedules: { weekdayEn: string; startTimeA?: string; endTimeB?: string }[];
}
const hours = async () => (await gestor.get<Schedules>('/companies/1')).body.schedules;

test('the company’s hours have a tab only while they are in use', async () => {
  await go('Configurações');
  await tab('Permissões').waitFor();
  expect(await tab('Horários do Expediente').count()).toBe(0);
  expect(await tab('Feriados').count()).toBe(0);
  // A colleague changes it meanwhile, and the open page follows.
  await gestor.put('/settings/scheduleType', { value: 'company' });
  await tab('Horários do Expediente').click();
  await button('Definir horários').waitFor();
  await gestor.put('/settings/scheduleType', { value: 'queue' });
  await tab('Horários do Expediente').waitFor({ state: 'detached' });
  await tab('Feriados').waitFor();
  await gestor.put('/settings/scheduleType', { value: 'company' });
  await tab('Horários do Expediente').waitFor();
});

test('options begin with those of conversations, and one is found by a word in it', async () => {
  await tab('Opções').click();
  const heading = (name: string) => page.getByRole('heading', { name, exact: true });
  await heading('Atendimento').waitFor();
  const order = await page.getByRole('heading', { level: 2 }).allTextContents();
  expect(order.slice(0, 3)).toEqual(['Atendimento', 'Conexões', 'Contatos']);
  const search = page.getByRole('searchbox', { name: 'Buscar opção' });
  await search.fill('AVALIACAO');
  await heading('Contatos').waitFor({ state: 'detached' });
  await heading('Atendimento').waitFor();
  await search.fill('xyzxyz');
  await page.getByText('Nada encontrado para “xyzxyz”').waitFor();
  await search.fill('');
  await heading('Contatos').waitFor();
  // A list is edited entry by entry, and stored with commas.
  const origins = () => product.host.kernel.identity.settings.get(1, 'originContact');
  const field = page.getByRole('textbox', { name: 'Origens dos contatos' });
  await field.fill('Panfleto');
  await field.press('Enter');
  await expect.poll(origins).toMatch(/,OUTROS,Panfleto$/);
  await button('Remover TIKTOK').click();
  await expect.poll(origins).not.toContain('TIKTOK');
});

test('incomplete hours are refused, and complete ones are stored', async () => {
  await tab('Horários do Expediente').click();
  await button('Definir horários').click();
  // Shown at the foot of the card: a toast would cover its error.
  await page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: 'Clique em salvar para registrar as alterações' })
    .waitFor();
  const monday = page.getByLabel('Segunda-feira: início da manhã');
  await monday.fill('7');
  await button('Salvar').click();
  await page.getByText('Corrija os horários marcados antes de salvar.').waitFor();
  expect(await hours()).toEqual([]);
  await monday.fill('1900');
  await page.getByText('termina às 12:00 de terça-feira').waitFor();
  await page.getByText('Os horários se sobrepõem.').first().waitFor();
  await button('Salvar').click();
  await page.getByText('Corrija os horários marcados antes de salvar.').waitFor();
  expect(await hours()).toEqual([]);
  await monday.fill('0730');
  expect(await monday.inputValue()).toBe('07:30');
  await button('Salvar').click();
  await page.getByText('Horários atualizados com sucesso.').waitFor();
  const stored = await hours();
  expect(stored).toHaveLength(7);
  expect(stored.find(({ weekdayEn }) => weekdayEn === 'monday')).toMatchObject({
    startTimeA: '07:30',
    endTimeB: '18:00',
  });
  await page.reload();
  await expect.poll(() => monday.inputValue()).toBe('07:30');
});

test('unsaved hours and holidays are still there after another tab and another page', async () => {
  const monday = page.getByLabel('Segunda-feira: início da manhã');
  await monday.fill('0915');
  await tab('Feriados').click();
  await button('Adicionar feriado').click();
  await page.getByLabel('Nome do feriado 1').fill('Aniversário da cidade');
  await tab('Horários do Expediente').click();
  await expect.poll(() => monday.inputValue()).toBe('09:15');
  await go('Departamentos');
  await go('Configurações');
  await tab('Horários do Expediente').click();
  await expect.poll(() => monday.inputValue()).toBe('09:15');
  await page.getByText('Clique em salvar para registrar as alterações').waitFor();
  await button('Descartar').click();
  await expect.poll(() => monday.inputValue()).toBe('07:30');
  await tab('Feriados').click();
  await expect.poll(() => page.getByLabel('Nome do feriado 1').inputValue()).toBe('Aniversário da cidade');
  await button('Descartar').click();
  await page.getByText('Nenhum feriado cadastrado.').waitFor();
});

test('holidays are added by hand or all national ones at once, each day once', async () => {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(new Date());
  const next = Number(today.slice(0, 4)) + 1;
  await tab('Feriados').click();
  await page.getByText('Nenhum feriado cadastrado.').waitFor();
  await button('Adicionar feriado').click();
  await button('Salvar').click();
  await page.getByText('Escolha a data de cada feriado.').waitFor();
  await page.getByLabel('Data: feriado 1').fill(`24/12/${next}`);
  await page.getByText('Dê um nome a cada feriado.').waitFor();
  await page.getByLabel('Nome do feriado 1').fill('Véspera de Natal');
  await page.getByRole('switch', { name: 'Atende: Véspera de Natal' }).click();
  await page.getByLabel('Fim: Véspera de Natal').fill('1100');
  await button('Adicionar feriados nacionais').click();
  await button('Salvar').click();
  await page.getByText('Feriados atualizados com sucesso.').waitFor();
  const { holidays } = (
    await gestor.get<{ holidays: { date: string; name: string; endTime: string }[] }>('/companies/1/holidays')
  ).body;
  expect(holidays).toContainEqual({
    date: `${next}-12-24`,
    name: 'Véspera de Natal',
    startTime: '08:00',
    endTime: '11:00',
  });
  expect(holidays).toContainEqual({ date: `${next}-12-25`, name: 'Natal', startTime: '', endTime: '' });
  expect(new Set(holidays.map(({ date }) => date)).size).toBe(holidays.length);
  await expect.poll(() => button('Adicionar feriados nacionais').count()).toBe(0);
});

test('the bar shows the company’s storage use, and a full quota', async () => {
  const used = await product.host.kernel.scope(1, 'tickets').storage.used();
  await set('storageQuota', 1);
  await product.host.kernel.scope(1, 'tickets').storage.store({ name: 'arquivo', body: Buffer.alloc(megabyte - used) });
  await tab('Opções').click();
  await page.reload();
  await page.getByText('1 MB de 1 MB').waitFor();
  await page.getByText(/^Cheio: novos envios da equipe são recusados/).waitFor();
  expect(await page.getByLabel('Limite de armazenamento (MB)').count()).toBe(0);
});

test('at a full quota a team’s file is refused with an explanation and stays in the composer, and a customer’s file still arrives', async () => {
  const phone = await openPhone(gestor, 'Olívia Serra', '5511950009001');
  await phone.sendFile(new File([paper], 'contrato.pdf', { type: 'application/pdf' }));
  await go('Atendimentos');
  await accept(page, phone);
  await threadOf(page).getByText('contrato.pdf').waitFor();

  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'parecer.pdf', mimeType: 'application/pdf', buffer: Buffer.from(paper) });
  await page.getByText('parecer.pdf').first().waitFor();
  await composerOf(page).fill('Segue o parecer.');
  await composerOf(page).press('Enter');
  await threadOf(page)
    .getByRole('alert')
    .getByText(/O armazenamento da empresa está cheio\./)
    .waitFor();
  expect(await threadOf(page).getByText('Segue o parecer.').count()).toBe(1);

  await set('storageQuota', 5000);
  await threadOf(page).getByRole('button', { name: 'Tentar de novo' }).click();
  await expect
    .poll(async () => (await phone.shows()).map(({ body, media }) => [body, media?.name]))
    .toContainEqual(['Segue o parecer.', 'parecer.pdf']);
});

test('an option that a colleague changed meanwhile is not overwritten: both values are shown, and one is chosen', async () => {
  await go('Configurações');
  await tab('Opções').click();
  const months = page.getByRole('textbox', { name: /auditoria/ });
  await months.fill('48');
  await set('auditMonths', 36);
  await months.press('Tab');
  await page.getByText('Outra pessoa alterou para “36” enquanto você editava. O seu: “48”.').waitFor();
  expect(product.host.kernel.identity.settings.get(1, 'auditMonths')).toBe(36);
  await button('Salvar o meu').click();
  await page.getByText(/^Tudo salvo às/).waitFor();
  expect(product.host.kernel.identity.settings.get(1, 'auditMonths')).toBe(48);
  expect(await months.inputValue()).toBe('48');
});

test('a gestor sees permissions without changing them, and an admin’s change takes effect in the open window', async () => {
  const other = await product.windowOf('carlos@balcao.local');
  await other
    .getByRole('navigation')
    .getByRole('link', { name: /^Atendimentos/ })
    .first()
    .waitFor();
  expect(await other.getByRole('link', { name: 'Departamentos', exact: true }).count()).toBe(0);
  await go('Configurações');
  await tab('Permissões').click();
  await page.getByRole('checkbox', { name: 'Colaborador: Ver o menu de administração' }).check();
  await page.getByRole('checkbox', { name: 'Colaborador: Ver e configurar departamentos' }).check();
  await other.getByRole('link', { name: 'Departamentos', exact: true }).first().waitFor();
  await other.context().close();

  const { email } = await gestor.get<{ email: string }>('/auth/me').then(({ body }) => body);
  const theirs = await product.windowOf(email);
  await theirs.goto(`${product.host.url}/settings?tab=permissions`);
  await theirs.getByText('Só administradores mudam as permissões.').waitFor();
  const boxes = theirs.getByRole('checkbox');
  expect(await boxes.count()).toBeGreaterThan(20);
  expect(await boxes.evaluateAll((found) => found.every((box) => (box as HTMLInputElement).disabled))).toBe(true);
  await theirs.context().close();
});

test('people who are added or removed appear at once, and without the permission to add people there is no button', async () => {
  await go('Usuários');
  const juliana = page.getByRole('row', { name: /Juliana Nakamura/ });
  await juliana.waitFor();
  const person = await product.person('juliana@balcao.local');
  const live = await person.live();
  await juliana.getByText('online agora').waitFor();
  live.close();
  await juliana.getByText('online agora').waitFor({ state: 'detached' });

  await button('Adicionar usuário').waitFor();
  await set('userCreation', 'disabled');
  await button('Adicionar usuário').waitFor({ state: 'detached' });
  await set('userCreation', 'enabled');
  await button('Adicionar usuário').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Mostrar contatos').waitFor();
  expect(await dialog.getByLabel('Prompt adicional').count()).toBe(0);
  await dialog.getByRole('switch', { name: /Assistente virtual/ }).click();
  await dialog.getByLabel('Prompt adicional').fill('Responda em até três frases.');
  await dialog.getByLabel('Nome', { exact: false }).first().fill('Assistente Noturno');
  await dialog.getByLabel('E-mail').fill('noturno@balcao.local');
  await dialog.getByRole('radio', { name: 'Definir uma senha agora' }).click();
  await dialog.locator('input[type=password]').fill('segredo1');
  await dialog.getByRole('button', { name: 'Adicionar' }).click();
  await dialog.waitFor({ state: 'detached' });
  const people = (await person.get<{ id: number; name: string }[]>('/users/combolist')).body;
  const made = people.find(({ name }) => name === 'Assistente Noturno');
  const stored = await product.host.kernel
    .scope(1, 'users')
    .sql.rows<{ prompt: string }>(
      sql`select a.custom_prompt as prompt from users.assistant_fields a where a.is_virtual and a.user_id = ${made?.id ?? 0}`,
    );
  expect(stored).toEqual([{ prompt: 'Responda em até três frases.' }]);
  // The refused file causes one expected error.
  expect(product.troubles.filter((trouble) => !trouble.includes('status of 413'))).toEqual([]);
});
