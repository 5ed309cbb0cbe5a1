import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import {
  eventually,
  axeFaults,
  axeFaultsInBothThemes,
  startTestHost,
  type Person,
  type TestCompany,
  type TestHost,
} from '@balcao/testing';
import { launchBrowser } from '../../../scripts/test/browser.ts';
import { aNotice, serviceOf } from './office.ts';
import { PushService } from './push-service.ts';
import {
  setClosed,
  goTo,
  hide,
  ofWorker,
  onDesktop,
  openedByWorker,
  openWindow,
  press,
  pushTarget,
  tones,
  watchWorker,
  type Opened,
} from './window.ts';

let host: TestHost;
let browser: Browser;
let service: PushService;
let company: TestCompany;

beforeAll(async () => {
  host = await startTestHost({ databaseUrl: inject('databaseUrl'), plugins: ['users', 'notifications'] });
  company = await host.company();
  [browser, service] = await Promise.all([launchBrowser(), PushService.start()]);
});
afterAll(async () => {
  await browser?.close();
  service?.close();
  await host?.close();
});

const somebody = (name = 'Ana Lima'): Promise<Person> => company.person('admin', name);
const notify = (person: Person, more: Parameters<typeof aNotice>[0] = {}) =>
  serviceOf(company).notify([person.id], aNotice({ path: '/users', ...more }));
const soon = <T>(read: () => T | Promise<T>) => expect.poll(read);

describe('notifications on a visible page', () => {
  let ana: Person;
  let opened: Opened;
  beforeAll(async () => {
    ana = await somebody();
    opened = await openWindow(browser, host, ana);
  });
  afterAll(() => opened?.context.close());

  test('a card shows who and what, plays a sound, opens its page by keyboard and disappears', async () => {
    const { page } = opened;
    await page.locator('body').click();
    await notify(ana);
    const card = page.getByRole('status', { name: 'Avisos' }).getByRole('button', { name: /Beatriz Souza/ });
    await card.waitFor();
    await page.getByText('Bom dia, tudo certo com o contrato?').waitFor();
    await expect.poll(() => tones(page)).toBeGreaterThan(0);
    expect(await axeFaults(page, { part: '[role="status"][aria-label="Avisos"]' })).toEqual([]);
    await card.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/users');
    await card.waitFor({ state: 'detached' });
    expect(await onDesktop(page)).toEqual([]);
  });

  test('no tab shows a notification about the page that is visible', async () => {
    const { context, page } = opened;
    await goTo(page, host, ana, '/users');
    const other = await context.newPage();
    await goTo(other, host, ana, '/settings');
    await hide(other);
    await notify(ana);
    await notify(ana, { path: '/elsewhere', title: 'Outra coisa', tag: 'other' });
    await page.getByText('Outra coisa').waitFor();
    await expect.poll(() => page.getByText('Beatriz Souza').count()).toBe(0);
    expect(await onDesktop(other)).toEqual([]);
    await other.close();
  });

  test('of several tabs one shows the notification, once', async () => {
    const { context, page } = opened;
    const tabs = [page, await context.newPage(), await context.newPage()];
    for (const tab of tabs) await goTo(tab, host, ana, '/settings');
    for (const tab of tabs) await tab.locator('body').click();
    await notify(ana, { title: 'Uma vez só' });
    await soon(async () => (await Promise.all(tabs.map(tones))).filter((count) => count > 0).length).toBe(1);
    const cards = async () =>
      (await Promise.all(tabs.map((tab) => tab.getByRole('button', { name: /Uma vez só/ }).count()))).reduce(
        (sum, count) => sum + count,
        0,
      );
    await soon(cards).toBe(1);
    await page.waitForTimeout(600);
    await expect.poll(() => cards()).toBe(1);
    for (const tab of tabs.slice(1)) await tab.close();
  });

  test('a person who switched sounds off sees the card without hearing a sound', async () => {
    const rui = await somebody('Rui Paz');
    await rui.put('/notifications/preferences', { sounds: false });
    const { context, page } = await openWindow(browser, host, rui);
    await notify(rui, { title: 'Em silêncio' });
    await page.getByText('Em silêncio').waitFor();
    expect(await tones(page)).toBe(0);
    await context.close();
  });
});

describe('notifications on a hidden page', () => {
  let ana: Person;
  let opened: Opened;
  beforeAll(async () => {
    ana = await somebody();
    opened = await openWindow(browser, host, ana);
  });
  afterAll(() => opened?.context.close());

  test('a desktop notification omits the text, and closes when the conversation was read', async () => {
    const { page } = opened;
    await hide(page);
    await notify(ana);
    await soon(() => onDesktop(page)).toEqual([{ title: 'Beatriz Souza', body: 'Nova mensagem', tag: 'ticket:1' }]);
    await serviceOf(company).withdraw([ana.id], 'ticket:1');
    await soon(() => onDesktop(page)).toEqual([]);
  });

  test('with previews allowed a desktop notification includes the text, and a newer one replaces it', async () => {
    const rui = await somebody('Rui Paz');
    await rui.put('/notifications/preferences', { previews: true });
    const { context, page } = await openWindow(browser, host, rui);
    await hide(page);
    await notify(rui, { preview: 'primeira' });
    await notify(rui, { preview: 'segunda' });
    await soon(async () => (await onDesktop(page)).map(({ body }) => body)).toEqual(['segunda']);
    await context.close();
  });

  test('a click on a desktop notification navigates the open page, and looking at the page closes the notification', async () => {
    const { page } = opened;
    await hide(page);
    await notify(ana);
    await soon(async () => (await onDesktop(page)).length).toBe(1);
    await page.evaluate(`globalThis.same = true`);
    await press(opened, '/users');
    await page.waitForURL('**/users');
    // The page navigated without a reload, so text typed in it is not lost.
    expect(await page.evaluate('globalThis.same')).toBe(true);
    await hide(page, false);
    await soon(() => onDesktop(page)).toEqual([]);
  });
});

describe('push notifications', () => {
  test('push is requested only by a click, reaches the device with the product closed, and ends at sign-out', async () => {
    const ana = await somebody();
    const subscription = service.subscribe();
    const opened = await openWindow(browser, host, ana, { subscription, consent: 'default' });
    const { context, page } = opened;
    expect(await page.evaluate('globalThis.asked')).toBe(0);
    await page.getByRole('button', { name: /^Conta de/ }).click();
    await page.getByRole('menuitem', { name: 'Meu perfil' }).click();
    await page.getByRole('tab', { name: 'Notificações' }).click();
    await page.getByRole('switch', { name: 'Avisos neste aparelho' }).click();
    await page.getByText('este aparelho', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Testar' }).click();
    const { message: tested } = await eventually(() => subscription.received[0]);
    expect(tested).toMatchObject({ title: 'Notificações ativas' });

    const deliver = await pushTarget(opened, host.url);
    await watchWorker(opened);
    // The worker shows nothing while a page is visible: that page shows it.
    await deliver(tested);
    expect(await ofWorker(opened)).toEqual([]);
    await hide(page);
    await setClosed(opened, true);
    // Until the page has reported that it is hidden, it would show the notification itself.
    await eventually(async () => {
      const { rows } = await host.kernel.database.owner.query(
        'select 1 from notifications.looking where user_id = $1 and visible',
        [ana.id],
      );
      return rows.length === 0;
    });
    await notify(ana);
    const arrived = await eventually(() => subscription.received[1]?.message);
    expect(arrived).toMatchObject({ title: 'Beatriz Souza', body: 'Nova mensagem' });
    await deliver(arrived);
    await soon(() => ofWorker(opened)).toEqual([{ title: 'Beatriz Souza', body: 'Nova mensagem', tag: 'ticket:1' }]);
    // The page left it to the push service: one notification, not two.
    expect(await onDesktop(page)).toEqual([]);
    await setClosed(opened, false);
    await goTo(page, host, ana, '/settings');
    await press(opened, '/users');
    await page.waitForURL('**/users');

    await page.getByRole('button', { name: /^Conta de/ }).click();
    await page.getByRole('menuitem', { name: 'Sair' }).click();
    await page.waitForURL('**/login');
    await soon(() => page.evaluate(`localStorage.getItem('test-push')`)).toBe(null);
    await context.close();
  });

  test('the push subscription of a former person in this browser ends when another signs in', async () => {
    const [ana, bruno] = [await somebody(), await somebody('Bruno Reis')];
    const subscription = service.subscribe();
    await ana.post('/notifications/devices', subscription.asJson);
    const { context, page } = await openWindow(browser, host, bruno, { subscription });
    await page.evaluate(`localStorage.setItem('test-push', 'on')`);
    await goTo(page, host, bruno, '/settings');
    await soon(() => page.evaluate(`localStorage.getItem('test-push')`)).toBe(null);
    await context.close();
  });

  test('a push message that arrives while only the login page is visible is shown, and its click opens a window', async () => {
    const ana = await somebody();
    const opened = await openWindow(browser, host, ana);
    const { context, page } = opened;
    await watchWorker(opened);
    const deliver = await pushTarget(opened, host.url);
    const message = { title: 'Josefa Prazeres', body: 'Nova mensagem', path: '/users', tag: 'ticket:9' };
    await deliver(message);
    expect(await ofWorker(opened)).toEqual([]);
    await page.route('**/api/auth/refresh_token', (route) =>
      route.fulfill({ status: 401, json: { error: 'ERR_SESSION_EXPIRED' } }),
    );
    await page.evaluate(`import('@balcao/sdk/client').then((sdk) => sdk.hostSide.refreshSession())`);
    await page.waitForURL('**/login');
    await soon(async () => {
      await deliver(message);
      return (await ofWorker(opened)).map(({ title }) => title);
    }).toEqual(['Josefa Prazeres']);
    await press(opened, '/users');
    await soon(() => openedByWorker(opened)).toEqual(['/users']);
    await context.close();
  });

  test('a malformed push message is not shown and opens no page', async () => {
    const opened = await openWindow(browser, host, await somebody());
    const { context } = opened;
    await watchWorker(opened);
    const deliver = await pushTarget(opened, host.url);
    await setClosed(opened, true);
    for (const wrong of [
      {},
      { title: 'x', path: 'https://evil.example', tag: 't' },
      { title: 'x', path: '//evil', tag: 't' },
    ])
      await deliver(wrong);
    await deliver({ title: 'certo', path: '/users', tag: 'right' });
    await soon(async () => (await ofWorker(opened)).map(({ title }) => title)).toEqual(['certo']);
    await context.close();
  });
});

describe('the notification settings', () => {
  test('choices are saved as they are made, by keyboard too, without an accessibility fault in light and dark', async () => {
    const ana = await somebody();
    const { context, page } = await openWindow(browser, host, ana);
    await page.getByRole('button', { name: /^Conta de/ }).click();
    await page.getByRole('menuitem', { name: 'Meu perfil' }).click();
    await page.getByRole('tab', { name: 'Notificações' }).click();
    await page.getByRole('radio', { name: 'Sino' }).click();
    await soon(() => tones(page)).toBeGreaterThan(0);
    await page.getByRole('slider', { name: 'Volume' }).focus();
    await page.keyboard.press('ArrowLeft');
    const previews = page.getByRole('switch', { name: 'Mostrar o que foi escrito' });
    await previews.focus();
    await page.keyboard.press('Space');
    await page.getByRole('switch', { name: 'Horário de silêncio' }).click();
    await page.getByLabel('Início do silêncio').fill('21:30');
    expect(await axeFaultsInBothThemes(page, { part: '[role="dialog"]' })).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await soon(() => page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    expect(await axeFaultsInBothThemes(page, { part: '[role="dialog"]' })).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
    const storedPreferences = async () => {
      const row = await host.kernel.database.owner.query(
        'select sound, volume, previews, quiet_from, quiet_to from notifications.preference where user_id = $1',
        [ana.id],
      );
      return row.rows[0] as unknown;
    };
    await soon(storedPreferences).toEqual({
      sound: 'bell',
      volume: 65,
      previews: true,
      quiet_from: '21:30',
      quiet_to: '07:00',
    });
    await page.reload();
    await page.getByRole('button', { name: /^Conta de/ }).click();
    await page.getByRole('menuitem', { name: 'Meu perfil' }).click();
    await page.getByRole('tab', { name: 'Notificações' }).click();
    await expect.poll(() => page.getByRole('radio', { name: 'Sino' }).isChecked()).toBe(true);
    await context.close();
  });

  test('the settings show when the browser blocks notifications', async () => {
    const ana = await somebody();
    const { context, page } = await openWindow(browser, host, ana, { consent: 'denied' });
    await page.getByRole('button', { name: /^Conta de/ }).click();
    await page.getByRole('menuitem', { name: 'Meu perfil' }).click();
    await page.getByRole('tab', { name: 'Notificações' }).click();
    await page.getByText('Bloqueados nas permissões do navegador. Libere ali para ligar aqui.').first().waitFor();
    await expect.poll(() => page.getByRole('switch', { name: 'Avisos na área de trabalho' }).isDisabled()).toBe(true);
    await context.close();
  });
});
