import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { axeFaults, type AxeOptions } from '@balcao/testing';
import { logIn, openProduct, visit, type Product } from './product.ts';

let product: Product;
let page: Page;

/** A screen by name, how to open it, an element that shows it is there, and the part to check, if not all. */
type Screen = [name: string, show: () => Promise<unknown>, shown: () => Locator, part?: string];

const at = (path: string): string => `${product.host.url}${path}`;
/** For the screen at which a window opens. */
const shownAlready = async (): Promise<void> => undefined;
const dialog = '[role="dialog"]';
const dialogOf = (): Locator => page.locator(dialog).last();
const heading = (name: string) => () => page.getByRole('heading', { level: 1, name });
const button = (name: string | RegExp): Locator => page.getByRole('button', { name });
const follow = (name: string) => () => page.getByRole('link', { name }).first().click();
const press = (name: string | RegExp) => () => button(name).first().click();

const calm = async (opened: Page): Promise<Page> => {
  await opened.emulateMedia({ reducedMotion: 'reduce' });
  return opened;
};

const faults = async (name: string, options?: AxeOptions): Promise<string[]> => {
  // The pointer stays away, or its tooltip would be part of the screen.
  await page.mouse.move(0, 0);
  return (await axeFaults(page, options)).map((fault) => `${name}: ${fault}`);
};
const turn = async (colorScheme: 'light' | 'dark'): Promise<void> => {
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[style*="${colorScheme}"]`).waitFor({ state: 'attached' });
};
const closed = async (): Promise<void> => {
  for (let step = 0; step < 3 && (await page.getByRole('dialog').count()) > 0; step += 1) {
    await page.keyboard.press('Escape');
    await dialogOf()
      .waitFor({ state: 'detached', timeout: 5_000 })
      .catch(() => undefined);
  }
};

/** Runs all of axe in the light theme, and its contrast rules in the dark one. */
const lookAt = async (screens: readonly Screen[]): Promise<string[]> => {
  const found: string[] = [];
  for (const [name, show, shown, part] of screens) {
    await show();
    await shown().waitFor();
    found.push(...(await faults(name, { part })));
    await turn('dark');
    found.push(...(await faults(`${name}, dark`, { part, only: ['color-contrast'] })));
    await turn('light');
  }
  return found;
};

beforeAll(async () => {
  product = await openProduct(inject('databaseUrl'));
  await product.host.kernel.identity.settings.set(1, 'sendCloseMessage', 'question');
});
afterAll(() => product?.close());

test('login, sign-up and password reset are accessible, in light and dark', async () => {
  page = await calm(await product.visitor());
  expect(
    await lookAt([
      ['login', () => page.goto(at('/login')), heading('Entrar')],
      ['refused login', () => logIn(page, 'ana@balcao.local', 'errada'), () => page.getByRole('alert')],
      ['sign-up', () => page.goto(at('/signup')), heading('Criar conta')],
      ['refused sign-up', press('Criar conta'), () => page.getByText('Campo obrigatório').first()],
      ['forgotten password', () => page.goto(at('/forgetpsw')), heading('Redefinir senha')],
    ]),
  ).toEqual([]);
  await page.context().close();
});

test('the ticket screen, its panels and its dialogs are accessible, in light and dark', async () => {
  // High enough for all entries of the menu: the last ones would be behind its button.
  page = await calm(await product.windowOf('admin@balcao.local', { viewport: { width: 1440, height: 1200 } }));
  const first = async (tab: RegExp): Promise<void> => {
    await page.getByRole('tab', { name: tab }).click();
    // The list of the other tab is shown until then.
    await page.getByRole('tab', { name: tab, selected: true }).waitFor();
    await page.getByRole('option').first().click();
  };
  const composer = () => page.getByRole('textbox', { name: /^Mensagem para/ });
  const after = (show: () => Promise<unknown>) => () => closed().then(show);
  expect(
    await lookAt([
      ['tickets', shownAlready, () => page.getByRole('option').first()],
      ['waiting', () => first(/^Aguardando/), () => page.getByText('Aceite o atendimento para responder.')],
      ['conversation and contact', () => first(/^Atendendo/), composer],
      ['resolve dialog', press('Resolver'), dialogOf, dialog],
      ['transfer dialog', after(press(/^Transferir/)), dialogOf, dialog],
      ['new ticket', after(press('Novo')), dialogOf, dialog],
      ['filters', after(press(/^Filtros/)), () => page.locator('#ticket-filters'), '#ticket-filters'],
    ]),
  ).toEqual([]);
  await button(/^Filtros/).click();
});

// The pages themselves are checked by the conformance suite of every plugin.
test('the dialogs of administration and the settings are accessible, in light and dark', async () => {
  const { troubles } = product;
  expect(
    await lookAt([
      ['contact dialog', () => follow('Contatos')().then(press('Adicionar contato')), dialogOf, dialog],
      [
        'queue dialog',
        () => closed().then(follow('Departamentos')).then(press('Adicionar departamento')),
        dialogOf,
        dialog,
      ],
      ['user dialog', () => closed().then(follow('Usuários')).then(press('Adicionar usuário')), dialogOf, dialog],
      [
        'QR code',
        () =>
          closed()
            .then(follow('Conexões'))
            .then(() => button('Novo QR code').last().click()),
        () => page.getByRole('img', { name: /^QR code/ }),
        dialog,
      ],
      ['settings', () => closed().then(follow('Configurações')), heading('Configurações')],
      [
        'permissions',
        () => page.getByRole('tab', { name: 'Permissões' }).click(),
        () => page.getByRole('checkbox').first(),
        'main',
      ],
    ]),
  ).toEqual([]);
  expect(troubles).toEqual([]);
});

test('account menu, profile, palette, shortcuts and notifications are accessible, in light and dark', async () => {
  const popover = (): Locator => page.locator('.fui-PopoverSurface');
  const key = (keys: string) => () => closed().then(() => page.keyboard.press(keys));
  expect(
    await lookAt([
      [
        'account menu',
        press(/^Conta de/),
        () => page.getByRole('menuitem', { name: 'Meu perfil' }),
        '.fui-MenuPopover',
      ],
      ['profile', () => page.getByRole('menuitem', { name: 'Meu perfil' }).click(), dialogOf, dialog],
      ['palette', key('Control+k'), dialogOf, dialog],
      ['shortcuts', key('?'), dialogOf, dialog],
      ['notifications', () => closed().then(press(/^Mensagens não lidas/)), popover, '.fui-PopoverSurface'],
    ]),
  ).toEqual([]);
  await page.context().close();
});

test('every screen is accessible on a phone, and none is wider than 320 pixels', async () => {
  const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true };
  const found: string[] = [];
  const check = async (name: string, show: () => Promise<unknown>, shown: () => Locator): Promise<void> => {
    await show();
    await shown().waitFor();
    // The colours are those of the wide screen, where their contrast was checked.
    found.push(...(await faults(`${name}, phone`, { without: ['color-contrast'] })));
    await page.setViewportSize({ width: 320, height: 640 });
    const read = async (): Promise<number> =>
      Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'));
    let overflow = await read();
    // Parts are drawn anew for the width.
    for (let turn = 0; turn < 20 && overflow > 0; turn += 1) {
      await page.waitForTimeout(250);
      overflow = await read();
    }
    if (overflow > 0) found.push(`${name} is ${overflow} px too wide`);
    await page.setViewportSize({ width: 390, height: 844 });
  };
  page = await calm(await product.visitor(phone));
  await check('login', () => page.goto(at('/login')), heading('Entrar'));
  await check('sign-up', () => page.goto(at('/signup')), heading('Criar conta'));
  await check('forgotten password', () => page.goto(at('/forgetpsw')), heading('Redefinir senha'));
  await page.context().close();

  page = await calm(await product.windowOf('admin@balcao.local', phone));
  await check('tickets', shownAlready, () => page.getByRole('option').first());
  const composer = () => page.getByRole('textbox', { name: /^Mensagem para/ });
  await check('conversation', () => page.getByRole('option').first().click(), composer);
  const showContact = async (): Promise<void> => {
    await button('Mais opções').click();
    await page.getByRole('menuitem', { name: 'Mostrar contato' }).click();
  };
  await check('contact', showContact, () => page.getByRole('heading', { name: 'Contato', exact: true }));
  await page.goto(at('/tickets'));
  await check('menu', press('Abrir menu'), () => page.getByRole('link', { name: 'Configurações' }));
  const rest: [path: string, name: string][] = [
    ['/contacts', 'Contatos'],
    ['/queues', 'Departamentos'],
    ['/users', 'Usuários'],
    ['/connections', 'Conexões'],
    ['/sandbox', 'Simulador'],
    ['/settings', 'Configurações'],
  ];
  // Without the menu, which stays open.
  await page.goto(at('/contacts'));
  for (const [path, name] of rest) await check(path, () => visit(page, path), heading(name));
  await page.context().close();
  expect(found).toEqual([]);
});
