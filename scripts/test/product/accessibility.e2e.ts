import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { logIn, openProduct, type Product } from './product.ts';

let product: Product;
let page: Page;

/** A screen by name, and how to stand in front of it. */
type Screen = [name: string, show: (page: Page) => Promise<unknown>];

const at = (path: string): string => `${product.host.url}${path}`;
const link = async (name: string | RegExp): Promise<void> => {
  await page.getByRole('link', { name }).first().click();
};
const dialogOf = (name?: string) => page.getByRole('dialog', name ? { name } : {}).last();
const closed = async (): Promise<void> => {
  for (let step = 0; step < 3 && (await page.getByRole('dialog').count()) > 0; step += 1) {
    await page.keyboard.press('Escape');
    await page.waitForTimeout(50);
  }
};

const faults = async (name: string, only?: string[]): Promise<string[]> => {
  // The focus keeper of the component library leaves invisible stops with a role of their own.
  let axe = new AxeBuilder({ page }).exclude('[data-tabster-dummy]');
  if (only) axe = axe.withRules(only);
  const { violations } = await axe.analyze();
  return violations.map(
    ({ id, nodes }) => `${name}: ${id} ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('; ')}`,
  );
};

/** All of axe in the light, its colours again in the dark. */
const lookAt = async (screens: readonly Screen[]): Promise<string[]> => {
  const found: string[] = [];
  for (const [name, show] of screens) {
    await show(page);
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    found.push(...(await faults(name)));
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    found.push(...(await faults(`${name}, dark`, ['color-contrast', 'link-in-text-block'])));
  }
  return found;
};

beforeAll(async () => {
  product = await openProduct(inject('databaseUrl'));
  const { settings } = product.host.kernel.identity;
  await settings.set(1, 'sendCloseMessage', 'question');
});
afterAll(() => product?.close());

const publicScreens: Screen[] = [
  ['login', () => page.goto(at('/login'))],
  ['refused login', () => logIn(page, 'ana@balcao.local', 'errada').then(() => page.getByRole('alert').waitFor())],
  ['sign-up', () => page.goto(at('/signup'))],
  ['forgotten password', () => page.goto(at('/forgetpsw'))],
];
const openFirst = async (tab: RegExp): Promise<void> => {
  await page.goto(at('/tickets'));
  await page.getByRole('tab', { name: tab }).click();
  await page.getByRole('option').first().click();
  await page.getByRole('log').or(page.getByRole('region', { name: /^Conversa com/ })).first().waitFor();
};
const desk: Screen[] = [
  ['tickets', () => page.goto(at('/tickets')).then(() => page.getByRole('option').first().waitFor())],
  ['waiting conversation', () => openFirst(/^Aguardando/)],
  ['conversation and contact', () => openFirst(/^Atendendo/)],
];

test('login, sign-up and password reset can be used by everybody, in light and dark', async () => {
  page = await product.visitor();
  expect(await lookAt(publicScreens)).toEqual([]);
  await page.context().close();
});

test('the ticket screen, its panels and dialogs can be used by everybody, in light and dark', async () => {
  page = await product.windowOf('admin@balcao.local');
  expect(
    await lookAt([
      ...desk,
      ['resolve dialog', () => page.getByRole('button', { name: 'Resolver' }).click().then(() => dialogOf().waitFor())],
      [
        'transfer dialog',
        () =>
          closed()
            .then(() => page.getByRole('button', { name: /^Transferir/ }).click())
            .then(() => dialogOf('Transferir atendimento').waitFor()),
      ],
      [
        'new ticket',
        () =>
          closed()
            .then(() => page.getByRole('button', { name: 'Novo' }).click())
            .then(() => dialogOf('Novo atendimento').waitFor()),
      ],
      [
        'filters',
        () =>
          closed()
            .then(() => page.getByRole('button', { name: /^Filtros/ }).click())
            .then(() => page.getByRole('region', { name: 'Filtros' }).waitFor()),
      ],
    ]),
  ).toEqual([]);
  await page.getByRole('button', { name: /^Filtros/ }).click();
});

test('the pages of administration and their dialogs can be used by everybody, in light and dark', async () => {
  const add = (path: string, name: string | RegExp, button: string | RegExp): Screen[] => [
    [path, () => link(name).then(() => page.getByRole('table').first().waitFor())],
    [`${path} dialog`, () => page.getByRole('button', { name: button }).first().click().then(() => dialogOf().waitFor())],
  ];
  const then = (screens: Screen[]): Screen[] => screens.map(([name, show]) => [name, (here) => closed().then(() => show(here))]);
  expect(
    await lookAt(
      then([
        ...add('contacts', 'Contatos', 'Adicionar contato'),
        ...add('queues', 'Filas', 'Adicionar fila'),
        ...add('users', 'Usuários', 'Adicionar usuário'),
        ['connections', () => link('Conexões').then(() => page.getByRole('table').waitFor())],
        [
          'QR code',
          () =>
            page
              .getByRole('button', { name: 'Novo QR code' })
              .last()
              .click()
              .then(() => page.getByRole('img', { name: /^QR code/ }).waitFor()),
        ],
        ['simulator', () => link('Simulador').then(() => page.getByRole('log').waitFor())],
        ['settings', () => link('Configurações').then(() => page.getByRole('switch').first().waitFor())],
        [
          'permissions',
          () =>
            page
              .getByRole('tab', { name: 'Permissões' })
              .click()
              .then(() => page.getByRole('checkbox').first().waitFor()),
        ],
      ]),
    ),
  ).toEqual([]);
});

test('account menu, profile, palette, shortcuts and notifications can be used by everybody, in light and dark', async () => {
  await page.goto(at('/tickets'));
  await page.getByRole('option').first().waitFor();
  const account = () => page.getByRole('button', { name: /^Conta de/ }).click();
  expect(
    await lookAt([
      ['account menu', () => account().then(() => page.getByRole('menuitem', { name: 'Meu perfil' }).waitFor())],
      ['profile', () => page.getByRole('menuitem', { name: 'Meu perfil' }).click().then(() => dialogOf().waitFor())],
      ['palette', () => closed().then(() => page.keyboard.press('Control+k')).then(() => dialogOf().waitFor())],
      ['shortcuts', () => closed().then(() => page.keyboard.press('?')).then(() => dialogOf().waitFor())],
      ['notifications', () => closed().then(() => page.getByRole('button', { name: /^Mensagens não lidas/ }).click())],
    ]),
  ).toEqual([]);
  await page.context().close();
});

test('on a phone every page can be used by everybody, and none is wider than the screen', async () => {
  page = await product.windowOf('admin@balcao.local', { viewport: { width: 390, height: 844 }, hasTouch: true });
  const found: string[] = [];
  const wide: string[] = [];
  const look = async (name: string): Promise<void> => {
    found.push(...(await faults(`${name}, phone`)));
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      const over = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      if (Number(over) > 0) wide.push(`${name} at ${width}: ${Number(over)} px`);
    }
    await page.setViewportSize({ width: 390, height: 844 });
  };
  for (const path of ['/tickets', '/contacts', '/queues', '/users', '/connections', '/sandbox', '/settings']) {
    await page.goto(at(path));
    await page.getByRole('heading').first().waitFor();
    await page.waitForLoadState('networkidle');
    await look(path);
  }
  await page.goto(at('/tickets'));
  await page.getByRole('option').first().click();
  await page.getByRole('textbox', { name: /^Mensagem para/ }).waitFor();
  await look('conversation');
  await page.getByRole('button', { name: 'Mais opções' }).click();
  await page.getByRole('menuitem', { name: 'Mostrar contato' }).click();
  await page.getByRole('heading', { name: 'Contato' }).waitFor();
  await look('contact');
  await page.getByRole('button', { name: 'Fechar contato' }).last().click();
  await page.getByRole('button', { name: 'Abrir menu' }).click();
  await page.getByRole('link', { name: 'Configurações' }).waitFor();
  await look('menu');
  await page.context().close();
  page = await product.visitor({ viewport: { width: 390, height: 844 }, hasTouch: true });
  for (const path of ['/login', '/signup', '/forgetpsw']) {
    await page.goto(at(path));
    await page.getByRole('heading').first().waitFor();
    await look(path);
  }
  await page.context().close();
  expect(found).toEqual([]);
  expect(wide).toEqual([]);
});
