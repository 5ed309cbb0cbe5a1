import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { accept, composerOf, openRow, sendReply, threadOf } from './ticket-actions.ts';
import { openPhone } from './phone.ts';
import { logIn, openProduct, signIn, type Product } from './product.ts';

let product: Product;
const violations: string[] = [];

/** Records every violation of the policy in every page and frame of the window. */
const listen = async (page: Page): Promise<void> => {
  await page.context().exposeFunction('refusedByPolicy', (text: string) => void violations.push(text));
  await page.context().addInitScript(`addEventListener('securitypolicyviolation', (event) =>
    refusedByPolicy(event.violatedDirective + ' ' + event.blockedURI + ' at ' + location.pathname))`);
};

beforeAll(async () => {
  product = await openProduct(inject('databaseUrl'));
});
afterAll(() => product?.close());

test('the policy of a page allows no inline script, no code from strings and no other site', async () => {
  const response = await fetch(`${product.host.url}/tickets`);
  const policy = response.headers.get('content-security-policy') ?? '';
  const scripts = /script-src ([^;]+)/.exec(policy)?.[1] ?? '';
  // Two inline scripts are allowed by hash: the session request and the import map.
  const inline = [...(await response.text()).matchAll(/<script(?: type="importmap")?>(.*?)<\/script>/gs)];
  const hashes = inline.map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  expect(hashes).toHaveLength(2);
  expect(scripts).toBe(`'self' ${hashes.join(' ')}`);
  // Help videos are the only content of another site, and stay in their frame.
  const frames = /frame-src ([^;]+)/.exec(policy);
  expect(frames?.[1]).toBe("'self' blob: https://www.youtube-nocookie.com");
  expect(policy.replace(frames?.[0] ?? '', '')).not.toMatch(/unsafe|\*|https?:\/\//);
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
});

test('markup in a message and in a name is shown as text, to the attendant and on the phone', async () => {
  const page = await product.visitor();
  await listen(page);
  const manager = await product.person('gestor@balcao.local');
  const evil = '<img src=x onerror="document.title=\'tomado\'"><script>document.title="tomado"</script>';
  const phone = await openPhone(manager, 'Zé <b onclick=alert(1)>Bravo</b>', '5511950003301');
  await phone.exists(true);
  await phone.write(evil);
  await signIn(page, product.host.url, 'admin@balcao.local');
  await accept(page, { ...phone, name: 'Zé <b onclick' });
  await threadOf(page).getByText(evil).waitFor();
  await sendReply(page, `**${evil}** javascript:alert(1) https://exemplo.com.br/"onmouseover="x`);
  await expect
    .poll(async () => (await phone.shows()).some(({ body, fromPhone }) => !fromPhone && body.includes(evil)))
    .toBe(true);
  await expect.poll(() => page.locator('[onerror], [onclick], [onmouseover], a[href^="javascript"]').count()).toBe(0);
  await expect.poll(() => threadOf(page).locator('script, img[src="x"]').count()).toBe(0);
  expect(await page.title()).not.toContain('tomado');
  const links = await threadOf(page).getByRole('link').all();
  for (const link of links) expect(await link.getAttribute('rel')).toContain('noopener');

  await page.getByRole('link', { name: 'Simulador' }).first().click();
  await page.getByRole('searchbox', { name: 'Buscar pessoa ou número' }).fill('bravo');
  await page.getByText('Zé <b onclick').first().click();
  await page.getByRole('log', { name: 'Mensagens no celular' }).getByText(evil).first().waitFor();
  expect(await page.title()).not.toContain('tomado');
  await page.context().close();
});

test('the tour of the README runs from end to end without a violation of the policy', async () => {
  // High enough for all entries of the menu: the last ones would be behind its button.
  const page = await product.visitor({ viewport: { width: 1440, height: 1200 } });
  await listen(page);
  const { url } = product.host;
  await page.goto(`${url}/login`);
  await logIn(page, 'admin@balcao.local');
  await page.waitForURL('**/tickets');

  await page.getByRole('link', { name: 'Simulador' }).first().click();
  await page.getByRole('button', { name: 'Adicionar pessoa' }).click();
  const person = page.getByRole('dialog');
  await person.getByLabel(/^Nome/).fill('Perpétua Guedes');
  await person.getByLabel(/^Número/).fill('5511950003302');
  await person.getByRole('button', { name: 'Adicionar' }).click();
  await page.getByRole('textbox', { name: 'Escrever como Perpétua Guedes' }).fill('Boa tarde, atendem aos sábados?');
  await page.keyboard.press('Enter');
  await page.getByRole('log').getByText('Boa tarde, atendem aos sábados?').waitFor();

  await page
    .getByRole('link', { name: /^Atendimentos/ })
    .first()
    .click();
  await page.getByRole('tab', { name: /^Aguardando/ }).click();
  await openRow(page, 'Perpétua Guedes');
  await page.getByRole('button', { name: 'Aceitar' }).last().click();
  await sendReply(page, 'Sim, até o meio-dia 🙂');
  await threadOf(page).getByLabel('Entregue').last().waitFor();
  await page.getByRole('link', { name: 'Simulador' }).first().click();
  // The conversation stays on the screen until the phones are loaded, and has this name and this text too.
  await page.getByRole('region', { name: /^Celular de / }).waitFor();
  await page.getByText('Perpétua Guedes').first().click();
  const phone = page.getByRole('region', { name: 'Celular de Perpétua Guedes' });
  await phone.getByText('Sim, até o meio-dia 🙂').waitFor();
  await page
    .getByRole('link', { name: /^Atendimentos/ })
    .first()
    .click();
  await openRow(page, 'Perpétua Guedes');
  await threadOf(page).getByLabel('Lida').last().waitFor();
  await composerOf(page).waitFor();

  await page.getByRole('link', { name: 'Conexões' }).first().click();
  await page.getByRole('button', { name: /Site/ }).first().waitFor();
  for (const name of ['Contatos', 'Departamentos', 'Usuários', 'Configurações']) {
    await page.getByRole('link', { name }).first().click();
    await page.getByRole('heading', { name }).first().waitFor();
  }
  const module = page.getByRole('switch', { name: /CRM/ });
  await module.click();
  await page.getByText('CRM kanban desligado').waitFor();
  await module.click();
  await page.getByText('CRM kanban ligado').waitFor();
  expect(violations).toEqual([]);
  expect(product.troubles).toEqual([]);
  await page.context().close();
});
