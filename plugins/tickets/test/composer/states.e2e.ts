import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { axeFaults, type Person } from '@balcao/testing';
import type { InboundResult } from '@balcao/connections/contract';
import { composerOf, threadOf } from '../../../../scripts/test/product/ticket-actions.ts';
import { WritingDesk } from './desk.ts';
import { paperOf, pasteFiles, pictureOf } from './files.ts';

let desk: WritingDesk;
let ana: Person;
let page: Page;
/** One conversation for each state: drafts, and what could not be sent, stay where they are. */
const tickets = new Map<string, InboundResult>();

/** Folder for screenshots; unset: none are taken. */
const shots = process.env.SHOTS_DIR;

beforeAll(async () => {
  desk = await WritingDesk.open(inject('databaseUrl'));
  const { writing } = desk;
  ana = await writing.company.person('gestor', 'Ana Beatriz Souza');
  for (const column of ['defaultChatSubscript', 'chatSubscriptChoice']) {
    await writing.company.admin.put('/companySettings', { column, data: 'enabled' });
  }
  // A person has one session at a time: Ana's calls of the API come before her window.
  for (const [name, { of }] of Object.entries(states)) {
    if (of === 'facebook' || of === 'closed') {
      const hoursAgo = of === 'facebook' ? 22 : 30;
      tickets.set(name, await writing.attended(ana, `Wellington da Silva, ${name}`, { channel: 'facebook', hoursAgo }));
      continue;
    }
    const body = 'Bom dia, doutora. Chegou essa carta, é a boa?';
    const ticket = await writing.attended(ana, `Maria Aparecida dos Santos, ${name}`, { body });
    await ana.post(`/messages/${ticket.ticketId}`, { body: 'Bom dia, dona Maria! Vou conferir agora mesmo.' });
    tickets.set(name, ticket);
  }
  page = await desk.windowOf(ana, { viewport: wide });
});
afterAll(() => desk?.close());

const field = (page: Page) => page.locator('textarea');
const note = (page: Page) =>
  page.getByRole('button', { name: /^(Nota interna|Escrever nota interna|Voltar à mensagem)/ });

/** Each state of the bottom of a conversation, and how to reach it. */
const states: Record<
  string,
  {
    of: 'maria' | 'facebook' | 'closed';
    /** Absent: the conversation, beside which nothing is different from the first state. */
    part?: 'page';
    show(page: Page): Promise<void>;
    /** Ends what would go on in the window. */
    leave?(page: Page): Promise<void>;
  }
> = {
  rest: { of: 'maria', part: 'page', show: async () => undefined },
  rows: {
    of: 'maria',
    show: (page) =>
      field(page).fill('Dona Maria,\nconferi a carta.\nÉ a concessão.\nO prazo é de 30 dias.\nVamos recorrer?\nAbraço'),
  },
  reply: {
    of: 'maria',
    show: async (page) => {
      await threadOf(page).getByText('Chegou essa carta').hover();
      await threadOf(page).getByRole('button', { name: 'Responder' }).first().click();
      await field(page).fill('É a boa, sim!');
    },
  },
  note: {
    of: 'maria',
    show: async (page) => {
      await note(page).click();
      await field(page).fill('CNIS confirma o vínculo de 03/1994 a 08/2001.');
    },
  },
  files: {
    of: 'maria',
    show: async (page) => {
      await pasteFiles(page, [
        await pictureOf(page, 'carta-de-concessão.png', 300, 200),
        paperOf('Procuração.pdf'),
        paperOf('Contrato de honorários 2026.docx'),
      ]);
      await page.getByText('Contrato de honorários').waitFor();
      await field(page).fill('A carta que chegou hoje');
      await page.getByRole('button', { name: /legenda de Procuração/ }).click();
      await field(page).fill('Assine na última página');
    },
  },
  uploading: {
    of: 'maria',
    show: async (page) => {
      const network = await page.context().newCDPSession(page);
      await network.send('Network.enable');
      const atRate = (uploadThroughput: number) =>
        network.send('Network.emulateNetworkConditions', {
          ...{ offline: false, latency: 0, downloadThroughput: -1 },
          uploadThroughput,
        });
      onTestFinished(async () => void (await atRate(-1)));
      await atRate(60_000);
      await pasteFiles(page, [{ ...paperOf('Processo inteiro.pdf'), length: 2_000_000 }]);
      await page.getByRole('list', { name: 'Anexos' }).waitFor();
      await field(page).press('Enter');
      const bar = threadOf(page).getByRole('progressbar');
      await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(0);
    },
    leave: (page) => page.getByRole('button', { name: 'Cancelar o envio' }).click(),
  },
  emoji: {
    of: 'maria',
    // It is drawn beside the conversation.
    part: 'page',
    show: async (page) => {
      await page.getByRole('button', { name: 'Emoji', exact: true }).click();
      await page.getByRole('button', { name: 'polegar para cima', exact: true }).first().waitFor();
    },
    leave: (page) => page.keyboard.press('Escape'),
  },
  recording: {
    of: 'maria',
    show: async (page) => {
      await page.getByRole('button', { name: 'Gravar áudio' }).click();
      await page
        .getByRole('timer')
        .getByText(/0:0[1-9]/)
        .waitFor();
    },
    leave: (page) => page.keyboard.press('Escape'),
  },
  facebook: { of: 'facebook', show: async () => undefined },
  closed: { of: 'closed', show: (page) => page.getByRole('button', { name: 'Enviar modelo' }).waitFor() },
  failed: {
    of: 'maria',
    show: async (page) => {
      await page.route('**/api/messages/*', (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({ status: 413, contentType: 'application/json', body: '{"error":"ERR_INTERNAL"}' })
          : route.continue(),
      );
      await field(page).fill('Segue o protocolo dos atrasados.');
      await field(page).press('Enter');
      await threadOf(page).getByRole('alert').waitFor();
    },
  },
};

const wide = { width: 1440, height: 900 };
const sizes = [wide, { width: 1050, height: 800 }, { width: 390, height: 844 }];

test.each(Object.keys(states))('The state “%s” is accessible, in light and dark, at every width', async (name) => {
  const { of, part, show, leave } = states[name]!;
  const faults: string[] = [];
  const turn = async (colorScheme: 'light' | 'dark'): Promise<void> => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.locator(`html[style*="${colorScheme}"]`).waitFor({ state: 'attached' });
  };
  onTestFinished(async () => {
    await page.unrouteAll();
    await page.setViewportSize(wide);
    await turn('light');
  });
  await desk.openIn(page, tickets.get(name)!);
  if (of !== 'closed') await composerOf(page).waitFor();
  await show(page);
  for (const size of sizes) {
    await page.setViewportSize(size);
    for (const colorScheme of ['light', 'dark'] as const) {
      const isChecked = size.width !== 1050;
      if (!isChecked && !shots) continue;
      await turn(colorScheme);
      await page.mouse.move(size.width / 2, 80);
      if (shots)
        await page.screenshot({ path: `${shots}/${name}-${size.width}-${colorScheme}.png`, animations: 'disabled' });
      if (isChecked) {
        const options = {
          ...(part !== 'page' && { part: '[aria-label^="Conversa com"]' }),
          ...(colorScheme === 'dark' && { only: ['color-contrast'] }),
        };
        faults.push(
          ...(await axeFaults(page, options)).map((fault) => `${name} ${size.width} ${colorScheme}: ${fault}`),
        );
      }
    }
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  }
  await leave?.(page);
  expect(faults).toEqual([]);
});
