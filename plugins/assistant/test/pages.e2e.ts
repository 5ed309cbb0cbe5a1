import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { axeFaultsInBothThemes, eventually, startAiSimulator, type AiSimulator, type Person } from '@balcao/testing';
import { launchBrowser } from '../../../scripts/test/browser.ts';
import { takePictures } from '../../../scripts/test/pictures.ts';
import { signIn, visit } from '../../../scripts/test/product/product.ts';
import { Office, openStage, type Stage } from './office.ts';
import { publish } from './site.ts';

let stage: Stage;
let firm: Office;
let marina: Person;
let browser: Browser;
let desk: Page;
const others: AiSimulator[] = [];
beforeAll(async () => {
  stage = await openStage(undefined, ['channel-sandbox']);
  firm = await Office.of(stage, {}, '');
  // A channel that the page knows, so that there is a field to write in.
  await firm.company
    .scope('connections')
    .sql.run(sql`update connections.connection set channel = 'sandbox' where id = ${firm.connectionId}`);
  marina = await firm.company.person('admin', 'Marina Azevedo');
  browser = await launchBrowser();
  desk = await (await browser.newContext({ locale: 'pt-BR', viewport: { width: 1440, height: 900 } })).newPage();
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await stage?.close();
  for (const one of others) await one.close();
});

const open = (address: string): Promise<void> => signIn(desk, stage.host.url, marina.email, marina.password, address);
/** Checks a dialog over a page that was checked without it. */
const dialogFaults = () => axeFaultsInBothThemes(desk, { part: '[role="dialog"]' });
const entry = (answer: string): string =>
  `#text ${JSON.stringify({ isUseful: true, question: '', answer, conflicts: [] })}`;

test('instructions typed while a colleague’s go live are neither lost nor put over them', async () => {
  interface Stored {
    live: { instructions: string };
    versions: { id: number; isLive: boolean }[];
  }
  const stored = async (): Promise<Stored> => (await firm.admin.get<Stored>('/assistant/versions')).body;
  await open('/knowledge/instructions');
  const field = desk.getByRole('textbox', { name: 'Instruções', exact: true });
  await field.fill('Texto da Marina.');
  const refused = await firm.admin.post('/assistant/versions', { instructions: 'x', baseId: 999_999, isLive: true });
  expect([refused.status, (await stored()).versions]).toEqual([409, []]);
  await firm.admin.post('/assistant/versions', { instructions: 'Texto do colega.', baseId: null, isLive: true });
  const save = desk.getByRole('button', { name: 'Salvar e usar' });
  await save.click();
  const keep = desk.getByRole('button', { name: 'Seguir com o meu texto' });
  await keep.waitFor();
  expect([await field.inputValue(), (await stored()).live.instructions]).toEqual([
    'Texto da Marina.',
    'Texto do colega.',
  ]);
  expect(await axeFaultsInBothThemes(desk)).toEqual([]);
  await takePictures(desk, 'instructions-changed');
  await keep.click();
  await keep.waitFor({ state: 'detached' });
  await save.click();
  await desk.getByText('As novas instruções já valem.').waitFor();
  expect([await field.inputValue(), (await stored()).live.instructions]).toEqual([
    'Texto da Marina.',
    'Texto da Marina.',
  ]);
  // The other way: the typed text goes, and the present one is shown.
  await field.fill('Rascunho.');
  await firm.admin.post('/assistant/versions', { instructions: 'De novo o colega.', isLive: true });
  await save.click();
  await desk.getByRole('button', { name: 'Descartar o meu e carregar a versão em uso' }).click();
  await eventually(async () => (await field.inputValue()) === 'De novo o colega.');
});

test('what is typed while instructions are saved stays, and discarding a text always shows the ones in use', async () => {
  interface Stored {
    live: { instructions: string };
    versions: { id: number; isLive: boolean }[];
  }
  const stored = async (): Promise<Stored> => (await firm.admin.get<Stored>('/assistant/versions')).body;
  await open('/knowledge/instructions');
  const field = desk.getByRole('textbox', { name: 'Instruções', exact: true });
  const save = desk.getByRole('button', { name: 'Salvar e usar' });
  const keep = desk.getByRole('button', { name: 'Seguir com o meu texto' });
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await desk.route('**/assistant/versions', async (route) => {
    if (route.request().method() === 'POST') await held;
    await route.continue();
  });
  await field.fill('Responda com calma.');
  const posted = desk.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('versions'));
  await save.click();
  await posted;
  await field.fill('Responda com calma. Seja breve.');
  release();
  await desk.getByText('As novas instruções já valem.').waitFor();
  await desk.unroute('**/assistant/versions');
  await eventually(async () => !(await save.isDisabled()));
  expect([await field.inputValue(), (await stored()).live.instructions, await keep.count()]).toEqual([
    'Responda com calma. Seja breve.',
    'Responda com calma.',
    0,
  ]);
  await save.click();
  await eventually(async () => (await stored()).live.instructions === 'Responda com calma. Seja breve.');
  // The version goes, and comes back, while somebody types.
  await eventually(async () => !(await save.isDisabled()));
  const first = (await stored()).versions.find(({ isLive }) => isLive);
  await field.fill('Rascunho.');
  await firm.admin.post('/assistant/versions', { instructions: 'Do colega.', isLive: true });
  await save.click();
  await keep.click();
  await firm.admin.post(`/assistant/versions/${first?.id}/use`, {});
  await save.click();
  await desk.getByRole('button', { name: 'Descartar o meu e carregar a versão em uso' }).click();
  await eventually(async () => (await field.inputValue()) === 'Responda com calma. Seja breve.');
});

test('instructions typed while the server is away stay in the form, and one’s own save is nobody else’s change', async () => {
  await open('/knowledge/instructions');
  const field = desk.getByRole('textbox', { name: 'Instruções', exact: true });
  const save = desk.getByRole('button', { name: 'Salvar e usar' });
  const stored = async (): Promise<string> =>
    (await firm.admin.get<{ live: { instructions: string } }>('/assistant/versions')).body.live.instructions;
  const versions = '**/assistant/versions';
  await field.fill('Escrito sem servidor.');
  await desk.route(versions, (route) => route.fulfill({ status: 503, json: { error: 'ERR_UNAVAILABLE' } }));
  const readAgain = desk.waitForResponse(
    (response) => response.request().method() === 'GET' && response.url().endsWith('/assistant/versions'),
  );
  await save.click();
  await readAgain;
  await eventually(async () => !(await save.isDisabled()));
  expect(await field.inputValue()).toBe('Escrito sem servidor.');
  await takePictures(desk, 'instructions-server-away');
  await desk.unroute(versions);
  // Stored this time; somebody goes on typing before the versions are read anew.
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await desk.route(versions, async (route) => {
    if (route.request().method() === 'GET') await held;
    await route.continue();
  });
  const reading = desk.waitForRequest(
    (request) => request.method() === 'GET' && request.url().endsWith('/assistant/versions'),
  );
  await save.click();
  await reading;
  await field.fill('Escrito sem servidor. E mais.');
  release();
  await desk.getByText('As novas instruções já valem.').waitFor();
  await eventually(async () => !(await save.isDisabled()));
  await desk.unroute(versions);
  const keep = desk.getByRole('button', { name: 'Seguir com o meu texto' });
  expect([await field.inputValue(), await stored(), await keep.count()]).toEqual([
    'Escrito sem servidor. E mais.',
    'Escrito sem servidor.',
    0,
  ]);
  await save.click();
  await eventually(async () => (await stored()) === 'Escrito sem servidor. E mais.');
});

test('gaps are walked through by j and k, get a proposed answer, and a approves it', async () => {
  for (const [question, said] of [
    ['Quanto custa a consulta?', `A consulta custa R$ 250,00.\n${entry('A consulta custa R$ 250,00.')}`],
    ['Vocês atendem em Santo André?', 'Sim.'],
  ] as const) {
    const ticketId = await firm.writes(firm.number(), question);
    await firm.admin.post('/assistant/gaps', { question });
    await firm.scope.sql.run(
      sql`update assistant.gap_ask set ticket_id = ${ticketId} where ticket_id is null and text = ${question}`,
    );
    await firm.admin.put(`/tickets/${ticketId}`, { status: 'open', userId: marina.id, from: 'pending' });
    await firm.admin.post(`/messages/${ticketId}`, { body: said });
  }
  await open('/knowledge/gaps');
  const list = desk.getByRole('group', { name: 'Lacunas' });
  const chosen = (name: string) => desk.getByRole('heading', { name, level: 2 });
  await list.getByRole('button', { name: /Quanto custa/ }).waitFor();
  await chosen('Quanto custa a consulta?').waitFor();
  await desk.keyboard.press('j');
  await chosen('Vocês atendem em Santo André?').waitFor();
  await desk.keyboard.press('k');
  await chosen('Quanto custa a consulta?').waitFor();
  await desk.getByRole('button', { name: 'Propor resposta' }).click();
  await desk.getByText('escrita a partir de 1 conversa').waitFor();
  expect(await desk.getByRole('textbox', { name: 'Resposta' }).inputValue()).toBe('A consulta custa R$ 250,00.');
  await takePictures(desk, 'gaps');
  expect(await axeFaultsInBothThemes(desk)).toEqual([]);
  await list.getByRole('button', { name: /Quanto custa/ }).focus();
  await desk.keyboard.press('a');
  await desk.getByText('A assistente aprendeu esta resposta.').waitFor();
  await chosen('Vocês atendem em Santo André?').waitFor();
});

test('a question to the sources shows the answer that a customer would get, and becomes a golden question', async () => {
  await visit(desk, '/knowledge');
  const panel = desk.getByRole('region', { name: 'Perguntar às fontes' });
  await panel.getByRole('textbox').fill('Abrem aos sábados? #text Sim, até as 12h.');
  await desk.keyboard.press('Enter');
  await panel.getByRole('region', { name: 'Resposta' }).getByText('Sim, até as 12h.').waitFor();
  expect(await axeFaultsInBothThemes(desk)).toEqual([]);
  await takePictures(desk, 'sources');
  await panel.getByRole('button', { name: 'Fazer pergunta de prova' }).press('Enter');
  const field = desk.getByRole('dialog').getByLabel('Pergunta');
  await field.waitFor();
  expect(await field.inputValue()).toContain('Abrem aos sábados?');
  await desk.keyboard.press('Escape');
});

test('a proposal from a resolved conversation is approved or rejected, with undo', async () => {
  await open('/knowledge/proposals');
  await desk.getByText('Nenhuma proposta').waitFor();
  await desk.getByRole('switch', { name: /Propor respostas/ }).click();
  const ticketId = await firm.writes(firm.number(), 'Abrem no sábado?');
  await firm.admin.put(`/tickets/${ticketId}`, { status: 'open', userId: marina.id, from: 'pending' });
  const script = JSON.stringify({ isUseful: true, question: 'Abrem no sábado?', answer: 'Sim.', conflicts: [] });
  await firm.admin.post(`/messages/${ticketId}`, { body: `Sim.\n#text ${script}` });
  await firm.admin.put(`/tickets/${ticketId}`, { status: 'closed', justClose: true });
  // Without a reload: a colleague sees it come.
  await desk.getByRole('heading', { name: 'Abrem no sábado?' }).waitFor();
  await takePictures(desk, 'proposals');
  expect(await axeFaultsInBothThemes(desk)).toEqual([]);
  await desk.getByRole('button', { name: 'Rejeitar' }).click();
  await desk.getByText('Nenhuma proposta').waitFor();
  await desk.getByRole('button', { name: 'Desfazer' }).click();
  await desk.getByRole('heading', { name: 'Abrem no sábado?' }).waitFor();
  await desk.getByRole('button', { name: 'Aprovar e ensinar' }).click();
  await desk.getByText('Nenhuma proposta').waitFor();
});

test('golden questions are written, run and shown worse first, by keyboard; a past conversation is answered again', async () => {
  await visit(desk, '/knowledge/golden');
  await desk.getByRole('button', { name: 'Pergunta', exact: true }).click();
  const form = desk.getByRole('dialog', { name: 'Adicionar pergunta de prova' });
  await form.getByRole('textbox', { name: 'Pergunta', exact: true }).fill('Qual o prazo?\n#text São 30 dias.');
  await form.getByRole('textbox', { name: 'Tem de conter' }).fill('30 dias');
  expect(await dialogFaults()).toEqual([]);
  await form.getByRole('button', { name: 'Salvar' }).click();
  await form.waitFor({ state: 'hidden' });
  await desk.getByRole('button', { name: /^Rodar/ }).click();
  const run = desk.getByRole('dialog', { name: /^Rodar/ });
  await run.getByRole('button', { name: 'Rodar', exact: true }).click();
  await run.waitFor({ state: 'hidden' });
  await desk.getByText('Passam').waitFor();
  await desk.getByRole('region', { name: 'Conversas com a assistente, últimos 30 dias' }).waitFor();
  await takePictures(desk, 'golden');
  expect(await axeFaultsInBothThemes(desk)).toEqual([]);
  await desk.getByRole('button', { name: 'O que conta: Resolvidas sem uma pessoa' }).click();
  await desk.getByText('o cliente não voltou em 72 horas', { exact: false }).waitFor();
  await desk.keyboard.press('Escape');
  await desk.getByText('o cliente não voltou em 72 horas', { exact: false }).waitFor({ state: 'detached' });
  const row = desk.getByRole('row', { name: /Qual o prazo/ });
  await row.focus();
  await desk.keyboard.press('Enter');
  await desk.getByRole('dialog').getByText('São 30 dias', { exact: false }).first().waitFor();
  expect(await dialogFaults()).toEqual([]);
  await desk.keyboard.press('Escape');
  await open('/knowledge/gaps');
  await desk.getByRole('button', { name: 'Refazer com as instruções atuais' }).first().click();
  const replay = desk.getByRole('dialog', { name: 'Refazer a conversa' });
  await replay.getByRole('button', { name: 'Refazer', exact: true }).click();
  await replay.getByText('Diria agora').first().waitFor();
  await replay.getByText('Foi dito').first().waitFor();
  expect(await dialogFaults()).toEqual([]);
});

test('another model chosen in the settings is tried with the golden questions first, and is not in use until a person says so', async () => {
  await firm.admin.post('/assistant/golden', { question: 'Abrem hoje?\n#text Sim.', must: ['sim'] });
  const other = await startAiSimulator({ models: ['sim-9'] });
  others.push(other);
  publish('modelo.example', Number(new URL(other.url).port));
  await firm.company.scope('chatai').sql.run(
    sql`insert into chatai.provider (title, protocol, base_url, models)
        values ('Próprio', 'openai', ${other.url.replace('127.0.0.1', 'modelo.example')}, '["sim-9"]')`,
  );
  await open('/settings?tab=chatai%2Fai');
  const provider = desk.getByRole('combobox', { name: 'Provedor de Atendimento automático' });
  await provider.click();
  await desk.getByRole('option', { name: 'Próprio' }).click();
  const dialog = desk.getByRole('dialog', { name: /^Rodar \d+ perguntas? de prova antes\?$/ });
  await dialog.waitFor();
  expect(await axeFaultsInBothThemes(desk)).toEqual([]);
  await dialog.getByRole('button', { name: 'Rodar antes' }).click();
  await desk.waitForURL(/knowledge\/golden/);
  const use = desk.getByRole('button', { name: 'Passar a usar a nova' });
  await use.waitFor();
  const inUse = async () =>
    (
      await firm.admin.get<{ records: { purpose: string; providerId: number | null }[] }>('/ai/company-purposes')
    ).body.records.find(({ purpose }) => purpose === 'assistant')?.providerId;
  expect(await inUse()).toBeNull();
  await use.click();
  await expect.poll(inUse).not.toBeNull();
});
