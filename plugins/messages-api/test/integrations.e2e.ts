import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '@balcao/sdk/server';
import { axeFaults, axeFaultsInBothThemes, eventually, holdSocket } from '@balcao/testing';
import { threadOf } from '../../../scripts/test/product/ticket-actions.ts';
import { openScreen, type Screen } from './screen.ts';

let screen: Screen;
beforeAll(async () => {
  screen = await openScreen();
});
afterAll(() => screen?.close());

const button = (name: string | RegExp) => screen.page.getByRole('button', { name });
/** A confirmation, or a secret that is displayed once, is an alert dialog. */
const anyDialog = '[role="dialog"], [role="alertdialog"]';
const dialog = () => screen.page.locator(anyDialog).last();
const closed = async (): Promise<void> => {
  await expect.poll(() => screen.page.locator(anyDialog).count()).toBe(0);
  await screen.page.locator('#root:not([aria-hidden])').waitFor();
};
const still = async (): Promise<void> => {
  await expect
    .poll(() => screen.page.evaluate(`document.getAnimations().every(({ playState }) => playState !== 'running')`))
    .toBe(true);
};
const faults = async (): Promise<string[]> => {
  // The pointer is moved away, or its tooltip would be part of the screen.
  await screen.page.mouse.move(0, 0);
  await still();
  return axeFaults(screen.page);
};
/** Returns axe’s violations in light and dark, and overflows at three widths. */
const faultsOf = async (): Promise<string[]> => {
  const found = await axeFaultsInBothThemes(screen.page);
  for (const width of [390, 1050, 1440]) {
    await screen.page.setViewportSize({ width, height: 900 });
    await expect.poll(() => screen.page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    if (width === 390) found.push(...(await faults()));
  }
  return found;
};

/** Parses the request of the page’s curl example. */
const readCurl = (text: string) => {
  const headers = Object.fromEntries(
    [...text.matchAll(/-H '([^:]+): ([^']*)'/g)].map(([, name = '', value = '']) => [name, value]),
  );
  return {
    url: /curl -X POST '([^']+)'/.exec(text)?.[1] ?? '',
    headers,
    body: /-d '([^']*)'/.exec(text)?.[1] ?? '',
  };
};

test('A token is generated and displayed once, its curl is copied, and a message sent by it appears in the ticket', async () => {
  const { page, go, host } = screen;
  await go('/messages-api');
  await button('Gerar Novo Token para Linha line').click();
  await dialog().getByRole('button', { name: 'Gerar token' }).click();
  await dialog().getByText('Campo obrigatório').waitFor();
  await dialog().getByLabel('Nome do token').fill('Pedidos');
  await page.keyboard.press('Enter');
  await dialog().getByText('Copie agora').waitFor();
  const token = await dialog().getByLabel('Token', { exact: true }).inputValue();
  expect(token).toMatch(/^[A-Za-z0-9]{30}$/);
  await dialog().getByRole('button', { name: 'Copiar' }).click();
  await page.getByText('Token copiado!').waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(token);
  await dialog().getByRole('button', { name: 'Concluir' }).click();
  await closed();
  await page.getByText(`termina em ${token.slice(-4)}`).waitFor();
  await page.getByText('O exemplo já usa o token Pedidos.').waitFor();

  await button('Copiar exemplo').click();
  await page.getByText('Exemplo copiado!').waitFor();
  const { url, headers, body } = readCurl(String(await page.evaluate('navigator.clipboard.readText()')));
  expect(url).toBe(`${host.url}/api/messages/send`);
  const answer = await fetch(url, { method: 'POST', headers, body });
  expect(answer.status).toBe(200);
  const { ticketUuid } = (await answer.json()) as { ticketUuid: string };

  await page.goto(`${host.url}/tickets/${ticketUuid}`);
  await threadOf(page).getByText('Seu pedido saiu para entrega!').first().waitFor();
  await go('/messages-api');
  await page.getByText(`termina em ${token.slice(-4)}`).waitFor();
  expect(await page.getByText(token).count()).toBe(0);
});

test('The examples exist in JavaScript and Python too', async () => {
  const { page, go } = screen;
  await go('/messages-api');
  const code = page.getByRole('group', { name: 'Enviar uma mensagem' });
  for (const [language, words] of [
    ['JavaScript', 'await fetch('],
    ['Python', 'requests.post('],
  ]) {
    await page.getByText(language ?? '', { exact: true }).click();
    await expect.poll(() => code.textContent()).toContain(words);
  }
});

test('The tester reports faults, then sends a real message and leads to the ticket', async () => {
  const { page, go } = screen;
  await go('/messages-api');
  await button('Enviar mensagem').click();
  await page.getByText('Campo obrigatório').first().waitFor();
  await page.getByLabel(/^Número/).fill('5511900000000');
  await page.getByLabel('Mensagem', { exact: true }).fill('Teste do painel');
  await button('Enviar mensagem').click();
  await page.getByText('Não há conta ativa com este número.').waitFor();
  await page.getByLabel(/^Número/).fill('5511944443333');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'nota.txt', mimeType: 'text/plain', buffer: Buffer.from('Nota 17') });
  await page.getByText('nota.txt').waitFor();
  await button('Enviar mensagem').click();
  await page.getByRole('link', { name: 'Abrir o atendimento' }).click();
  await page.waitForURL('**/tickets/*-*');
  await page.getByText('nota.txt').first().waitFor();
});

test('The tester shows which connection is down, and that the message waits for it', async () => {
  const { page, go, shop } = screen;
  const { sql: database } = shop.company.scope('connections');
  const stand = (status: string) =>
    database.run(sql`update connections.connection set status = ${status} where id = ${shop.connectionId}`);
  await stand('DISCONNECTED');
  await go('/messages-api');
  await page.getByLabel(/^Número/).fill('5511944443333');
  await page.getByLabel('Mensagem', { exact: true }).fill('Teste sem conexão');
  await button('Enviar mensagem').click();
  await page.getByText(/^Linha line está sem conexão: a mensagem \d+ espera no atendimento \d+/).waitFor();
  await stand('CONNECTED');
});

test('A token is revoked after a confirmation', async () => {
  const { page, go, shop } = screen;
  await shop.newToken('Descartável');
  await go('/messages-api');
  await button('Revogar Descartável').click();
  await dialog().getByRole('button', { name: 'Revogar', exact: true }).click();
  await page.getByText('Token revogado.').waitFor();
  await page.getByText('Descartável').first().waitFor({ state: 'detached' });
});

test('Future apps are announced as such: Em breve', async () => {
  const { page, go } = screen;
  await go('/messages-api');
  await page.getByRole('tab', { name: 'Aplicativos' }).click();
  await expect.poll(() => page.getByText('Em breve').count()).toBeGreaterThan(2);
});

test('A webhook is created, tested, inspected and repeated by keyboard', async () => {
  const { page, go, receiver, caller } = screen;
  await go('/messages-api?tab=webhooks');
  await page.getByText('Nenhum webhook ainda').waitFor();
  await button('Novo webhook').focus();
  await page.keyboard.press('Enter');
  await page.getByText('inicie o Balcão com NODE_ENV=development e use http://localhost').waitFor();
  await dialog().getByLabel('Nome').waitFor();
  await page.keyboard.press('Enter');
  await dialog().getByText('Campo obrigatório').first().waitFor();
  await dialog().getByLabel('Nome').fill('ERP');
  await page.keyboard.press('Tab');
  await page.keyboard.type('http://10.0.0.1/hook');
  await dialog().getByLabel('Campainha').focus();
  await page.keyboard.press('Space');
  await dialog().getByLabel('Endereço (URL)').press('Enter');
  await dialog().getByText('Este endereço não é público').waitFor();
  await dialog().getByLabel('Endereço (URL)').fill(receiver.url('sistema.example'));
  await page.keyboard.press('Enter');
  await dialog().getByText('não será mostrado de novo').waitFor();
  const secret = await dialog().getByLabel('Segredo da assinatura').inputValue();
  expect(secret).toMatch(/^whsec_/);
  await dialog().getByRole('button', { name: 'Concluir' }).press('Enter');
  await closed();

  await button('Ver entregas de ERP').press('Enter');
  await dialog().getByText('Nenhuma entrega ainda').waitFor();
  await dialog().getByRole('button', { name: 'Enviar teste' }).press('Enter');
  await eventually(() => receiver.received.some(({ data }) => data['isTest'] === true));
  await dialog()
    .getByRole('button', { name: /\(teste\).*Entregue/ })
    .waitFor();

  await caller.post('/line/ring', { bell: 77 });
  const entry = dialog().getByRole('button', { name: /bell\.rang(?! \(teste\)).*Entregue/ });
  await entry.press('Enter');
  await expect.poll(() => dialog().getByRole('group', { name: 'Enviado' }).textContent()).toContain('"bell": 77');
  await expect.poll(() => dialog().getByRole('group', { name: 'Resposta' }).textContent()).toContain('ok');
  expect(await faults()).toEqual([]);
  const before = receiver.of('bell.rang').length;
  await dialog().getByRole('button', { name: 'Reenviar' }).press('Enter');
  await eventually(() => receiver.of('bell.rang').length > before);
  const tries = dialog().getByRole('list', { name: 'Tentativas' }).getByRole('listitem');
  await expect.poll(() => tries.count()).toBe(2);
  await expect.poll(() => tries.first().textContent()).toContain('Respondeu 200');

  await dialog().getByPlaceholder('Buscar no conteúdo').fill('"bell":99');
  await dialog().getByText('Nenhuma entrega encontrada').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await closed();
});

test('A delivery that is made before the page has its live connection is in the log once it has it', async () => {
  const { page, go, receiver, caller } = screen;
  const connect = await holdSocket(page);
  await go('/messages-api?tab=webhooks');
  await button('Ver entregas de ERP').press('Enter');
  const entries = dialog().getByRole('button', { name: /bell\.rang(?! \(teste\)).*Entregue/ });
  await expect.poll(() => entries.count()).toBe(1);
  const before = receiver.of('bell.rang').length;
  await caller.post('/line/ring', { bell: 78 });
  await eventually(() => receiver.of('bell.rang').length > before);
  connect();
  await expect.poll(() => entries.count()).toBe(2);
  await page.keyboard.press('Escape');
  await closed();
});

test.each(['/messages-api', '/messages-api?tab=webhooks', '/messages-api?tab=apps', '/doc-api'])(
  'Axe finds no violations in both themes, and nothing overflows at three widths: %s',
  async (at) => {
    const { page, go } = screen;
    await go(at);
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    expect(await faultsOf()).toEqual([]);
  },
);

test('The documentation is searched, read by plugin, and tried with a token', async () => {
  const { page, go, shop } = screen;
  await go('/doc-api');
  await page.getByRole('navigation', { name: 'Grupos' }).waitFor();
  await page.getByPlaceholder('Buscar por caminho ou descrição').fill('SEND mensagem numero');
  const card = page.getByRole('article', { name: 'POST /messages/send' });
  await card.waitFor();
  await expect.poll(() => page.getByRole('article').count()).toBe(1);
  await card.getByRole('button', { name: /messages\/send/ }).press('Enter');
  await card.getByText('obrigatório').first().waitFor();
  expect(await faults()).toEqual([]);
  await card.getByLabel('Token da API').fill(shop.token);
  await card.getByLabel('Corpo').last().fill('{ "number": ');
  await card.getByRole('button', { name: 'Chamar' }).click();
  await card.getByText('O corpo não é JSON válido.').waitFor();
  await card.getByLabel('Corpo').last().fill('{ "number": "5511933332222", "body": "Da documentação" }');
  await card.getByRole('button', { name: 'Chamar' }).click();
  await card.getByText('Situação 200').waitFor();
  await expect
    .poll(() => card.getByRole('group', { name: 'Resposta' }).last().textContent())
    .toContain('"status": "queued"');

  await page.getByPlaceholder('Buscar por caminho ou descrição').fill('zzzz');
  await page.getByText('Nada encontrado para').waitFor();
  await page.getByText('Limpar busca').click();
  await page.getByRole('navigation', { name: 'Grupos' }).getByRole('button', { name: /^Tags/ }).click();
  const tags = page.getByRole('article', { name: 'GET /tags', exact: true });
  await tags.getByRole('button').first().click();
  await tags.getByText('Chama com a sua sessão.').waitFor();
  await tags.getByRole('button', { name: 'Chamar' }).click();
  await tags.getByText('Situação 200').waitFor();
});

test('The document is downloaded as a file', async () => {
  const { page, go } = screen;
  await go('/doc-api');
  const [download] = await Promise.all([page.waitForEvent('download'), button('Baixar OpenAPI').click()]);
  expect(download.suggestedFilename()).toBe('balcao-openapi.json');
});
